#pragma once

/// How many blocks of memory the process has asked for so far; -1 where that can't be counted.
long malloc_count(void);
