// What SealedCookies needs of libcrypto 3.0 or later. All of it is plain functions and integer constants,
// which Swift imports as they are, so there is nothing to wrap.
#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
