// Nothing is called from Swift: what is defined here takes the place of functions of the same names.
