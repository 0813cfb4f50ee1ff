#pragma once
#include <curl/curl.h>

// `curl_easy_setopt`, `curl_easy_getinfo` and `curl_multi_setopt` are variadic, and Swift can't call a variadic C
// function.
// One inline function for each type of argument: the compiler then checks what libcurl can't.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

// For options of type curl_off_t, which is wider than long where long has 32 bits.
static inline CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// libcurl copies the text; NULL puts the option back.
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

// The body, which libcurl copies. The size must be set before CURLOPT_COPYPOSTFIELDS. NULL would mean that a function
// provides the body.
static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, size_t count) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count ? (const char *)bytes : "");
}

// libcurl keeps the pointer: what it points to must live as long as the transfer.
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

// libcurl keeps the list: its nodes and their text must live as long as the transfer.
static inline CURLcode ccurl_set_fields(CURL *easy, struct curl_slist *list) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

// CURLOPT_CAINFO_BLOB without a copy: the bytes must live as long as the transfer.
static inline CURLcode ccurl_set_roots(CURL *easy, void *bytes, size_t count) {
    struct curl_blob blob = { bytes, count, CURL_BLOB_NOCOPY };
    return curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
}

// CURLOPT_HEADERFUNCTION and CURLOPT_WRITEFUNCTION: a function that takes what was received.
typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receive function) {
    return curl_easy_setopt(easy, option, function);
}

// CURLOPT_PREREQFUNCTION: called each time a request is about to be sent.
typedef int (*ccurl_before_request)(void *context, char *remote, char *local, int remote_port, int local_port);

static inline CURLcode ccurl_set_before_request(CURL *easy, ccurl_before_request function) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

// CURLINFO_PRIVATE: what was set as CURLOPT_PRIVATE.
static inline void *ccurl_get_private(CURL *easy) {
    void *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&value) == CURLE_OK ? value : NULL;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// A transfer that is done, and its result, which is in a union of CURLMsg; NULL if none is done.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

// Where libcurl was built to look for roots; NULL if it doesn't say. CURLVERSION_NOW is a macro for an enumerator,
// which Swift doesn't import.
static inline const char *ccurl_roots_directory(void) {
    return curl_version_info(CURLVERSION_NOW)->capath;
}

static inline const char *ccurl_roots_file(void) {
    return curl_version_info(CURLVERSION_NOW)->cainfo;
}
