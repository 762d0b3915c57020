import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * What systemd does with a socket unit: it listens, gives the socket to the server as number 3, and starts the server again where it
 * ends, while those who connect wait.
 */
const holder = `
use IO::Socket::INET; use POSIX ();
my ($port, @command) = @ARGV;
my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 4096, ReuseAddr => 1) or die $!;
POSIX::dup2(fileno($socket), 3) if fileno($socket) != 3;
$^F = 3; fcntl($socket, 2, 0);
$ENV{LISTEN_FDS} = 1;
my ($child, $ending); $| = 1;
$SIG{TERM} = sub { $ending = 1; kill 'TERM', $child };
$SIG{HUP} = sub { kill 'TERM', $child };
until ($ending) {
  $child = fork();
  if ($child == 0) { exec(@command) or die $! }
  print "started $child\\n";
  1 while waitpid($child, 0) == -1 && $!{EINTR};
  print "ended $?\\n";
}
`

/** A server behind a socket that outlives it. */
export interface HeldServer {
  /** The ends of the processes, as the system tells them: 0 is a good one. */
  readonly ends: readonly number[]
  /** Ends the process as a deploy does, and waits until the next one is there. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function holdSocket(
  port: number,
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<HeldServer> {
  const held: ChildProcess = spawn('perl', ['-e', holder, String(port), ...command], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ends: number[] = []
  let starts = 0
  held.stdout?.setEncoding('utf8').on('data', (text: string) => {
    starts += [...text.matchAll(/^started /gm)].length
    ends.push(...[...text.matchAll(/^ended (\d+)$/gm)].map(([, status]) => Number(status)))
  })
  const started = async (count: number) => {
    while (starts < count) await once(held.stdout ?? held, 'data')
  }
  await started(1)
  return {
    ends,
    async restart() {
      const before = starts
      held.kill('SIGHUP')
      await started(before + 1)
    },
    async close() {
      held.kill('SIGTERM')
      await once(held, 'close')
    },
  }
}
