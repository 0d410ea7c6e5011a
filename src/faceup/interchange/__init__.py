"""Games as other programs take them: files of Gambit, games of OpenSpiel, environments to learn in."""
