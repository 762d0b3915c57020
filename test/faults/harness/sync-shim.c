/*
 * Preloaded into a process (LD_PRELOAD), it writes down every fsync and fdatasync of the files that it is told to
 * watch, and makes them take longer where it is told to.
 *
 * SYNC_SHIM_WATCH    part of a path: files whose path holds it are watched
 * SYNC_SHIM_LOG      a line for each sync: begin and end (CLOCK_MONOTONIC, ns), process, path
 * SYNC_SHIM_CONTROL  a file of four bytes, little-endian: ms that each sync takes besides; it may change at any time
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static const char *watch;
static int log_file = -1;
static volatile const uint32_t *delay_ms;

__attribute__((constructor)) static void set_up(void)
{
	real_fsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
	real_fdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
	watch = getenv("SYNC_SHIM_WATCH");
	const char *log_path = getenv("SYNC_SHIM_LOG");
	if (log_path != NULL)
		log_file = open(log_path, O_WRONLY | O_APPEND | O_CLOEXEC);
	const char *control_path = getenv("SYNC_SHIM_CONTROL");
	if (control_path == NULL)
		return;
	int control = open(control_path, O_RDONLY | O_CLOEXEC);
	if (control == -1)
		return;
	void *mapped = mmap(NULL, sizeof(uint32_t), PROT_READ, MAP_SHARED, control, 0);
	if (mapped != MAP_FAILED)
		delay_ms = mapped;
	close(control);
}

static int64_t now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Looks again all the time: a delay that is taken back holds nobody up. */
static void wait_since(int64_t began)
{
	const struct timespec step = {.tv_sec = 0, .tv_nsec = 500000};
	while (delay_ms != NULL && now_ns() - began < (int64_t)*delay_ms * 1000000)
		nanosleep(&step, NULL);
}

static int watched_sync(int (*sync)(int), int file)
{
	char link[64], path[4096];
	snprintf(link, sizeof link, "/proc/self/fd/%d", file);
	ssize_t length = readlink(link, path, sizeof path - 1);
	path[length < 0 ? 0 : length] = '\0';
	if (watch == NULL || strstr(path, watch) == NULL)
		return sync(file);

	int64_t began = now_ns();
	wait_since(began);
	int result = sync(file);
	int error = errno;
	char line[4200];
	int size = snprintf(line, sizeof line, "%lld %lld %d %s\n", (long long)began, (long long)now_ns(), (int)getpid(), path);
	if (log_file != -1 && write(log_file, line, (size_t)size) != size)
		abort();
	errno = error;
	return result;
}

int fsync(int file)
{
	return watched_sync(real_fsync, file);
}

int fdatasync(int file)
{
	return watched_sync(real_fdatasync, file);
}
