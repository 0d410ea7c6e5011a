"""What is wrong or unusual about rules, before anybody waits for an answer."""
