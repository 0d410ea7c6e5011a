from faceup.cli import main

main()
