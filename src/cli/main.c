/* main.c: the program with the built-in formats. */
#include "cli/run.h"

int main(int argc, char **argv) {
    return cli_main(argc, argv, NULL);
}
