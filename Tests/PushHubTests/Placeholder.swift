struct PlaceholderTests {}
