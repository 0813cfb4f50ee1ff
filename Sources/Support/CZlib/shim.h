// What CurlTransport needs of zlib: plain functions and integer constants, which Swift imports as they are.
#pragma once
#include <zlib.h>
