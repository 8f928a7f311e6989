// What the C++ runtime asks of a system, where the system is a page.

// The page's one thread never ends, so what is its own is never destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
