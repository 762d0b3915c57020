/**
 * Lets Ctrl-Z stop the process only between two tasks of its loop, so never inside a transaction of SQLite: one that is stopped there
 * holds the application's file until it is continued. What a terminal can't send, such as SIGSTOP, stops it anywhere.
 */
export function stopBetweenTasks(process: NodeJS.Process): void {
  const stop = (): void => {
    // As the system does it, which stops nothing that no shell could continue.
    process.off('SIGTSTP', stop)
    process.kill(process.pid, 'SIGTSTP')
    process.on('SIGTSTP', stop)
  }
  process.on('SIGTSTP', stop)
}
