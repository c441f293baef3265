#define _GNU_SOURCE
#include "CRewindCrash.h"
#include "SecondStack.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#elif defined(__APPLE__)
#include <mach/mach.h>
#include <sys/ucontext.h>
#endif

_Static_assert(sizeof(struct rewind_crash_page) <= REWIND_CRASH_PAGE_BYTES, "the crash page is one page");

// MARK: recordings

struct slot {
    _Atomic(struct rewind_crash_page *) page;
    const unsigned char *status;
    int lock_fd;
    uint32_t grace;  // milliseconds
    bool names_thread;
};

static struct slot slots[8];
static pthread_mutex_t registration = PTHREAD_MUTEX_INITIALIZER;

static volatile bool is_forked;
/// Whether this is a fork, or a signal is ending the process.
volatile bool rewind_halts = false;
volatile bool rewind_scheduled = false;

// MARK: threads

static _Thread_local bool is_prepared;
static _Thread_local bool is_writer;
static pthread_key_t stack_key;

enum { alternate_stack_bytes = 64 << 10 };

static void free_alternate_stack(void *memory) {
    stack_t off = {.ss_flags = SS_DISABLE};
    second_stack(&off, NULL);
    munmap(memory, alternate_stack_bytes);
}

void rewind_crash_prepare_thread(void) {
    if (is_prepared) return;
    is_prepared = true;
    stack_t present;
    // A stack that other code gave this thread serves as well.
    if (second_stack(NULL, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, alternate_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = alternate_stack_bytes};
    if (second_stack(&stack, NULL) != 0) {
        munmap(memory, alternate_stack_bytes);
        return;
    }
    pthread_setspecific(stack_key, memory);
}

void rewind_crash_mark_writer_thread(void) {
    is_writer = true;
    sigset_t others;
    sigemptyset(&others);
    const int sent[] = {SIGABRT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
    for (int i = 0; i < (int)(sizeof sent / sizeof *sent); i++) sigaddset(&others, sent[i]);
    pthread_sigmask(SIG_BLOCK, &others, NULL);
}

// MARK: guarded memory

struct guard {
    _Atomic(uintptr_t) base;
    size_t count;
    atomic_bool failed;
    atomic_bool in_use;
};

static struct guard guards[512];

int rewind_guard(void *base, size_t count) {
    for (int i = 0; i < (int)(sizeof guards / sizeof *guards); i++) {
        bool expected = false;
        if (!atomic_compare_exchange_strong(&guards[i].in_use, &expected, true)) continue;
        guards[i].count = count;
        atomic_store(&guards[i].failed, false);
        atomic_store(&guards[i].base, (uintptr_t)base);
        return i;
    }
    return -1;
}

void rewind_unguard(int i) {
    if (i < 0) return;
    atomic_store(&guards[i].base, 0);
    atomic_store(&guards[i].in_use, false);
}

void rewind_guard_heals(int i) {
    if (i >= 0) atomic_store(&guards[i].failed, false);
}

bool rewind_guard_failed(int i) { return i >= 0 && atomic_load_explicit(&guards[i].failed, memory_order_relaxed); }

/// Puts anonymous memory over a guarded range that the address is in.
static bool heal(uintptr_t address) {
    for (int i = 0; i < (int)(sizeof guards / sizeof *guards); i++) {
        uintptr_t base = atomic_load(&guards[i].base);
        if (base == 0 || address < base || address - base >= guards[i].count) continue;
        void *memory = mmap((void *)base, guards[i].count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0);
        if (memory == MAP_FAILED) return false;
        atomic_store(&guards[i].failed, true);
        return true;
    }
    return false;
}

// MARK: the moment of the crash

// What a process brings upon itself, and what others send to end it. The latter are left alone where the app handles or ignores them.
static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS,
                              SIGHUP, SIGINT,  SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
enum { crash_count = 7 };
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction previous[signal_count];

/// The thread that is recording the crash, or 0.
static _Atomic(uint64_t) recording_thread;

bool rewind_crash_is_under_way(void) { return atomic_load_explicit(&recording_thread, memory_order_relaxed) != 0; }

static uint64_t thread_number(void) {
#if defined(__linux__)
    return (uint64_t)syscall(SYS_gettid);
#else
    return (uint64_t)(uintptr_t)pthread_self();
#endif
}

/// Reads memory that may not be there.
static bool read_safely(uintptr_t address, void *into, size_t count) {
#if defined(__linux__)
    struct iovec local = {into, count}, remote = {(void *)address, count};
    // Every argument is as wide as the kernel reads it: the sixth goes over the stack, where an int leaves the upper half unset.
    return syscall(SYS_process_vm_readv, (long)getpid(), &local, 1L, &remote, 1L, 0L) == (long)count;
#elif defined(__APPLE__)
    vm_size_t got = 0;
    return vm_read_overwrite(mach_task_self(), address, count, (vm_address_t)into, &got) == KERN_SUCCESS && got == count;
#else
    return false;
#endif
}

/// Where a thread was.
struct registers {
    uintptr_t pc, fp, sp;
};

static struct registers registers(void *context) {
    struct registers now = {0};
    ucontext_t *machine = context;
#if defined(__linux__) && defined(__x86_64__)
    now.pc = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
    now.fp = (uintptr_t)machine->uc_mcontext.gregs[REG_RBP];
    now.sp = (uintptr_t)machine->uc_mcontext.gregs[REG_RSP];
#elif defined(__linux__) && defined(__aarch64__)
    now.pc = machine->uc_mcontext.pc;
    now.fp = machine->uc_mcontext.regs[29];
    now.sp = machine->uc_mcontext.sp;
#elif defined(__APPLE__) && defined(__arm64__)
    now.pc = (uintptr_t)__darwin_arm_thread_state64_get_pc(machine->uc_mcontext->__ss);
    now.fp = (uintptr_t)__darwin_arm_thread_state64_get_fp(machine->uc_mcontext->__ss);
    now.sp = (uintptr_t)__darwin_arm_thread_state64_get_sp(machine->uc_mcontext->__ss);
#elif defined(__APPLE__) && defined(__x86_64__)
    now.pc = machine->uc_mcontext->__ss.__rip;
    now.fp = machine->uc_mcontext->__ss.__rbp;
    now.sp = machine->uc_mcontext->__ss.__rsp;
#else
    (void)machine;
#endif
    return now;
}

/// Walks the frame pointers, which Swift and the system's own libraries keep; a broken chain ends the walk.
static uint32_t walk(struct registers now, uint64_t *frames, uint32_t limit) {
    uint32_t count = 0;
    uintptr_t fp = now.fp;
    frames[count++] = now.pc;
    while (fp && fp % sizeof(uintptr_t) == 0 && count < limit) {
        uintptr_t pair[2];
        if (!read_safely(fp, pair, sizeof pair) || pair[1] < 4096) break;
        frames[count++] = pair[1];
        if (pair[0] <= fp) break;
        fp = pair[0];
    }
    return count;
}

// MARK: what an address is of

enum { frame_limit = 500 };

/// The words of a stack that a walk took for return addresses, and what is known of each: code without frame pointers may leave anything in
/// their register, such as a text's address. Only the thread that records a crash uses them.
static uint64_t walked[frame_limit];
static bool is_code[frame_limit];

#if defined(__linux__)
/// Calls a function with each range of memory that the process has now: images loaded after a recording began are code as well.
static void visit_memory(void (*visit)(uintptr_t start, uintptr_t end, bool is_executable, void *context), void *context) {
    static char buffer[4096];
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    // Each line begins so: 7f3c2a400000-7f3c2a428000 r-xp
    uintptr_t ends[2] = {0, 0};
    int field = 0, column = 0;
    bool is_executable = false;
    for (ssize_t count = read(fd, buffer, sizeof buffer); count > 0; count = read(fd, buffer, sizeof buffer)) {
        for (ssize_t i = 0; i < count; i++) {
            char byte = buffer[i];
            if (byte == '\n') {
                visit(ends[0], ends[1], is_executable, context);
                ends[0] = ends[1] = 0;
                field = column = 0;
                is_executable = false;
            } else if (field < 2 && (byte == '-' || byte == ' ')) {
                field++;
            } else if (field < 2) {
                ends[field] = ends[field] << 4 | (uintptr_t)(byte <= '9' ? byte - '0' : byte - 'a' + 10);
            } else if (column < 4) {
                if (column++ == 2) is_executable = byte == 'x';
            }
        }
    }
    close(fd);
}
#elif defined(__APPLE__)
static void visit_memory(void (*visit)(uintptr_t start, uintptr_t end, bool is_executable, void *context), void *context) {
    vm_address_t start = 0;
    vm_size_t count = 0;
    natural_t depth = 0;
    for (int i = 0; i < 100000; i++) {
        vm_region_submap_info_data_64_t info;
        mach_msg_type_number_t size = VM_REGION_SUBMAP_INFO_COUNT_64;
        if (vm_region_recurse_64(mach_task_self(), &start, &count, &depth, (vm_region_recurse_info_t)&info, &size) != KERN_SUCCESS) return;
        if (info.is_submap) {
            depth++;  // the same range again, piece by piece: the system's libraries are all in one that itself is not executable
            continue;
        }
        visit(start, start + count, info.protection & VM_PROT_EXECUTE, context);
        start += count;
    }
}
#else
static void visit_memory(void (*visit)(uintptr_t start, uintptr_t end, bool is_executable, void *context), void *context) {
    (void)visit, (void)context;
}
#endif

/// The address of a crash, and how many words of the stack are listed.
struct places {
    uint64_t address;
    bool is_mapped;
    uint32_t count;
};

static void note_range(uintptr_t start, uintptr_t end, bool is_executable, void *context) {
    struct places *places = context;
    if (places->address >= start && places->address < end) places->is_mapped = true;
    if (!is_executable) return;
    for (uint32_t i = 0; i < places->count; i++) {
        if (walked[i] >= start && walked[i] < end) is_code[i] = true;
    }
}

/// Looks what the walked words are, and keeps those that are addresses of code: the rest may be anything that the app had in memory.
static void look_up(struct places *places) {
    memset(is_code, 0, sizeof is_code);
    visit_memory(note_range, places);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < places->count; i++) {
        // After a jump to an address without code, the chain is still whole.
        if (!is_code[i] && i > 0) break;
        if (is_code[i]) walked[kept++] = walked[i];
    }
    places->count = kept;
}

/// Whether an address refers to memory, and not to data that was taken for a pointer: it is mapped, or near zero, or where a stack ends.
static bool tells_of_memory(const struct places *places, uintptr_t sp) {
    enum { nearby = 1 << 20 };
    return places->is_mapped || places->address < nearby || (places->address < sp + nearby && places->address + nearby > sp);
}

static void name_thread(char name[32]) {
#if defined(__linux__)
    prctl(PR_GET_NAME, name);
#else
    (void)name;  // pthread_getname_np takes a lock on other systems
#endif
}

static uint64_t load64(const unsigned char *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static uint32_t load32(const unsigned char *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

/// Whether the state stream has every state that was handed over, according to the status page (its layout: StatusPage.swift).
///
/// `has_begun` is whether it has the first one of each store, without which no later one is worth anything.
static bool is_drained(const volatile unsigned char *status, bool *has_begun) {
    const unsigned char *page = (const unsigned char *)status;
    uint64_t handed_over = 0;
    uint32_t stores = 0;
    for (int i = 0; i < (4096 - 128) / 64; i++) {
        const unsigned char *store = page + 128 + 64 * i;
        if (store[8] == 0) break;
        stores++;
        uint64_t word = load64(store), step = word >> 8;
        if ((word & 0xff) == 2 && step > 0) step--;  // in the reducer: this step has no state yet
        if (step > handed_over) handed_over = step;
    }
    *has_begun = load32(page + 84) >= stores;
    return load64(page + 64) >= handed_over && *has_begun;
}

// The recorder's own clock.
#if defined(__APPLE__)
static const clockid_t the_clock = CLOCK_UPTIME_RAW;
#else
static const clockid_t the_clock = CLOCK_MONOTONIC;
#endif

static void sleep_a_millisecond(void) {
    struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(the_clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Gives the writer time for the states that wait: the grace period at most, and only as long as it gets on; for the first state of each
/// store, which may be large, twice that period in any case.
///
/// It may not get on: the thread that crashed may hold a lock that it needs, that of the memory allocator, say.
static uint32_t drain(const unsigned char *status, uint32_t grace) {
    int64_t patience = grace / 8 < 250 ? 250 : grace / 8 > 1000 ? 1000 : grace / 8;
    int64_t began = milliseconds(), now = began, moved = began;
    uint64_t lines = load64(status + 104);
    bool has_begun;
    while (!is_drained(status, &has_begun)) {
        if (has_begun ? now - began >= grace || now - moved >= patience : now - began >= 2 * (int64_t)grace) break;
        sleep_a_millisecond();
        now = milliseconds();
        uint64_t present = load64(status + 104);
        if (present != lines) moved = now;
        lines = present;
    }
    return (uint32_t)(now - began);
}

/// Whether another process sent a signal with kill(2). What a process brings upon itself, raise(3) and abort(3) too, has another code.
static bool is_sent(const siginfo_t *info) {
#ifdef __linux__
    return (info->si_code == SI_USER || info->si_code == SI_QUEUE) && info->si_pid != getpid();
#else
    // Apple's kernel gives a SIGSEGV the same code wherever it came from, and keeps one si_pid for all signals of a process: that of a child
    // that ended may still be in it. So every signal counts as the process's own.
    (void)info;
    return false;
#endif
}

static void record(int signal, siginfo_t *info, void *context) {
    rewind_halts = true;
    struct registers now_at = registers(context);
    struct places places = {.address = (uint64_t)(uintptr_t)info->si_addr, .count = walk(now_at, walked, frame_limit)};
    look_up(&places);
    // A signal that was sent, by this process or by another one, has the number of the sender where others have the address.
    bool has_address = info->si_code > 0, is_told = tells_of_memory(&places, now_at.sp);
    for (int i = 0; i < (int)(sizeof slots / sizeof *slots); i++) {
        struct rewind_crash_page *page = atomic_load(&slots[i].page);
        if (!page) continue;
        struct timespec now;
        clock_gettime(the_clock, &now);
        page->code = info->si_code;
        page->address = has_address && (is_told || slots[i].names_thread) ? places.address : REWIND_CRASH_NO_ADDRESS;
        page->time = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
        page->thread = thread_number();
        if (slots[i].names_thread) name_thread(page->thread_name);
        page->in_recorder = is_writer;
        page->is_sent = is_sent(info);
        page->frame_count = places.count;
        memcpy(page->frames, walked, places.count * sizeof *walked);
        atomic_thread_fence(memory_order_release);
        page->signal = (uint32_t)signal;
        if (!is_writer) page->waited = drain(slots[i].status, slots[i].grace);
    }
}

static void forget_record(void) {
    rewind_halts = is_forked;
    for (int i = 0; i < (int)(sizeof slots / sizeof *slots); i++) {
        struct rewind_crash_page *page = atomic_load(&slots[i].page);
        if (page) page->signal = 0;
    }
}

/// Waits while another thread records how the process ends, and gives the writers their time.
static void wait_for_record(uint64_t thread) {
    int64_t end = milliseconds() + 50;
    for (int i = 0; i < (int)(sizeof slots / sizeof *slots); i++) end += atomic_load(&slots[i].page) ? 2 * (int64_t)slots[i].grace : 0;
    while (milliseconds() < end && atomic_load(&recording_thread) == thread) sleep_a_millisecond();
}

bool rewind_halt(void) {
    uint64_t thread = atomic_load(&recording_thread);
    if (!is_forked && !is_writer && thread != 0 && thread != thread_number()) wait_for_record(thread);
    return is_forked;
}

static void handle(int signal, siginfo_t *info, void *context);

/// Passes a signal on to the handler that was installed before ours.
///
/// Returns whether the process lives on because of that.
static bool pass_on(int signal, siginfo_t *info, void *context) {
    int place = 0;
    while (place < signal_count && signals[place] != signal) place++;
    struct sigaction *earlier = &previous[place];
    if ((earlier->sa_flags & SA_SIGINFO) && earlier->sa_sigaction) {
        earlier->sa_sigaction(signal, info, context);
    } else if (earlier->sa_handler != SIG_DFL && earlier->sa_handler != SIG_IGN) {
        earlier->sa_handler(signal);
    } else {
        // No handler: let the system act. The signal is queued again, with its information, and delivered when we return.
        sigaction(signal, earlier, NULL);
#if defined(__linux__)
        if (syscall(SYS_rt_tgsigqueueinfo, (long)getpid(), (long)thread_number(), (long)signal, info) == 0) return false;
#endif
        if (info->si_code <= 0) raise(signal);
        return false;
    }
    if (signal == SIGABRT) return false;  // abort() comes back for its own
    struct sigaction present;
    sigaction(signal, NULL, &present);
    return (present.sa_flags & SA_SIGINFO) && present.sa_sigaction == handle;  // it did not step aside: so it mended what was wrong
}

static void handle(int signal, siginfo_t *info, void *context) {
    int error = errno;
    if (signal == SIGBUS && heal((uintptr_t)info->si_addr)) {
        errno = error;
        return;
    }
    uint64_t self = thread_number(), nobody = 0;
    if (!is_forked) {
        if (atomic_compare_exchange_strong(&recording_thread, &nobody, self)) {
            record(signal, info, context);
        } else if (nobody != self) {
            wait_for_record(nobody);  // another thread crashed first, and its record is what counts: it ends the process
        }
    }
    if (pass_on(signal, info, context) && !is_forked) {
        forget_record();
        atomic_store(&recording_thread, 0);
    }
    errno = error;
}

// MARK: images

#if defined(__linux__)
#include <link.h>

struct visit {
    void (*visitor)(const struct rewind_image *, void *);
    void *context;
};

static int visit_image(struct dl_phdr_info *info, size_t size, void *pointer) {
    (void)size;
    struct visit *visit = pointer;
    struct rewind_image image = {.path = info->dlpi_name, .base = info->dlpi_addr};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uint64_t end = header->p_vaddr + header->p_memsz;
        if (header->p_type == PT_LOAD && end > image.count) image.count = end;
        if (header->p_type != PT_NOTE || image.build_id) continue;
        const unsigned char *note = (const unsigned char *)info->dlpi_addr + header->p_vaddr, *last = note + header->p_memsz;
        while (note + sizeof(ElfW(Nhdr)) <= last) {
            const ElfW(Nhdr) *head = (const void *)note;
            const unsigned char *name = note + sizeof *head, *content = name + ((head->n_namesz + 3) & ~3u);
            if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
                image.build_id = content;
                image.build_id_count = head->n_descsz;
                break;
            }
            note = content + ((head->n_descsz + 3) & ~3u);
        }
    }
    visit->visitor(&image, visit->context);
    return 0;
}

void rewind_images(void (*visitor)(const struct rewind_image *, void *), void *context) {
    struct visit visit = {visitor, context};
    dl_iterate_phdr(visit_image, &visit);
}

const char *rewind_program(void) { return NULL; }

#elif defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach-o/loader.h>

const char *rewind_program(void) { return _dyld_get_image_name(0); }

void rewind_images(void (*visitor)(const struct rewind_image *, void *), void *context) {
    for (uint32_t i = 0; i < _dyld_image_count(); i++) {
        const struct mach_header_64 *header = (const void *)_dyld_get_image_header(i);
        if (!header || header->magic != MH_MAGIC_64) continue;
        struct rewind_image image = {.path = _dyld_get_image_name(i), .base = (uint64_t)(uintptr_t)header};
        const struct load_command *command = (const void *)(header + 1);
        for (uint32_t j = 0; j < header->ncmds; j++) {
            if (command->cmd == LC_UUID) {
                image.build_id = ((const struct uuid_command *)command)->uuid;
                image.build_id_count = 16;
            } else if (command->cmd == LC_SEGMENT_64) {
                const struct segment_command_64 *segment = (const void *)command;
                if (strcmp(segment->segname, SEG_TEXT) == 0) image.count = segment->vmsize;
            }
            command = (const void *)((const char *)command + command->cmdsize);
        }
        visitor(&image, context);
    }
}
#endif

// MARK: registration

static void after_fork_in_child(void) {
    is_forked = true;
    rewind_halts = true;
    // The lock belongs to the open file: as long as a child keeps it open, a dead parent's recording would look alive.
    for (int i = 0; i < (int)(sizeof slots / sizeof *slots); i++) {
        if (atomic_exchange(&slots[i].page, NULL) && slots[i].lock_fd >= 0) close(slots[i].lock_fd);
    }
}

static void install(void) {
    pthread_key_create(&stack_key, free_alternate_stack);
    pthread_atfork(NULL, NULL, after_fork_in_child);
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < signal_count; i++) {
        sigaction(signals[i], NULL, &previous[i]);
        bool is_default = !(previous[i].sa_flags & SA_SIGINFO) && previous[i].sa_handler == SIG_DFL;
        if (i < crash_count || is_default) sigaction(signals[i], &action, NULL);
    }
}

int rewind_crash_register(struct rewind_crash_page *page, const void *status, int lock_fd, uint32_t grace,
                          bool names_thread) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    pthread_mutex_lock(&registration);
    int slot = -1;
    for (int i = 0; i < (int)(sizeof slots / sizeof *slots) && slot < 0; i++) {
        if (atomic_load(&slots[i].page)) continue;
        memcpy(page->magic, "RWCRASH1", 8);
        slots[i].status = status;
        slots[i].lock_fd = lock_fd;
        slots[i].grace = grace;
        slots[i].names_thread = names_thread;
        atomic_store(&slots[i].page, page);
        slot = i;
    }
    pthread_mutex_unlock(&registration);
    return slot;
}

void rewind_crash_unregister(int slot) {
    if (slot >= 0) atomic_store(&slots[slot].page, NULL);
}

uint64_t rewind_memory_footprint(void) {
#ifdef __APPLE__
    task_vm_info_data_t info;
    mach_msg_type_number_t count = TASK_VM_INFO_COUNT;
    if (task_info(mach_task_self(), TASK_VM_INFO, (task_info_t)&info, &count) == KERN_SUCCESS) return info.phys_footprint;
#endif
    return 0;
}

void rewind_allow_debuggers(void) {
#ifdef __linux__
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
}
