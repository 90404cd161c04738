// Preloaded: the process is killed, stopped or cut short at a chosen step of
// what it sends and receives by sendmsg and recvmsg, as libnccom does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Steps so far; the step that is the last one (0: none), and the signal that
/// ends it.
int interrupt_steps, interrupt_at, interrupt_signal;
/// Half of the last step's bytes still go.
int interrupt_halfway;

typedef ssize_t (*step)(int, struct msghdr *, int);

static int is_last(void) {
  return ++interrupt_steps == interrupt_at;
}

ssize_t sendmsg(int fd, const struct msghdr *m, int flags) {
  step real = (step)dlsym(RTLD_NEXT, "sendmsg");
  if (is_last()) {
    if (interrupt_halfway && m->msg_iovlen)
      send(fd, m->msg_iov[0].iov_base, (m->msg_iov[0].iov_len + 1) / 2,
           MSG_NOSIGNAL);
    kill(getpid(), interrupt_signal);
  }
  return real(fd, (struct msghdr *)m, flags);
}

ssize_t recvmsg(int fd, struct msghdr *m, int flags) {
  step real = (step)dlsym(RTLD_NEXT, "recvmsg");
  if (is_last())
    kill(getpid(), interrupt_signal);
  return real(fd, m, flags);
}
