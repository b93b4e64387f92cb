// Nothing is declared here: the linker takes what is defined beside it.
