// In debug builds, ArgumentParser checks the declaration of a command whenever it reads a command line, and that of
// each group of options four times as often: more than half of the time of a program that tests start some thousand
// times. Release builds have no such check. `make test` links `liststore` with `--wrap`, so that this function is called
// instead, which finds nothing; `ListstoreCommandsTests` read command lines in a process that has the check.
//
// If ArgumentParser calls the check otherwise one day, the linker looks for a name that nobody uses, and tests are
// slower again.

void unchecked_declarations(void) __asm__(
    "__wrap_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ");

// static ParsableArguments._validate(parent:): returns without an error, as its register is left alone.
void unchecked_declarations(void) {}
