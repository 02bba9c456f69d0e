// Stands for a busy machine: the threads of Mesa's software renderer lose the processor for a
// while just after they have told that a scene is drawn. Loaded before the C library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

int pthread_cond_broadcast(pthread_cond_t *c) {
	static int (*real)(pthread_cond_t *);
	if (!real) real = (int (*)(pthread_cond_t *))dlsym(RTLD_NEXT, "pthread_cond_broadcast");
	int status = real(c);
	char name[16];
	if (!pthread_getname_np(pthread_self(), name, sizeof name) && strstr(name, "llvmpipe")) usleep(3000);
	return status;
}
