/* json_memory.h: where values of JSON are kept. */
#ifndef FERRY_CLI_BASE_JSON_MEMORY_H
#define FERRY_CLI_BASE_JSON_MEMORY_H

/* Has jansson cut its memory from large blocks. To be called before the first value is made; the library
 * leaves jansson as it is, since others may use it beside it. */
void cli_set_json_memory(void);

#endif
