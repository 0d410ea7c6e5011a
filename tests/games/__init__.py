"""Games that the tests make up, by what they are made for."""
