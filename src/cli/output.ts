import type { Writable } from 'node:stream'

/**
 * Watches what a command writes to. Where its reader has left, as after `| head -1`, the command goes on without a word and ends as it
 * would have. Nothing that fails here ends it in the middle of its work.
 *
 * @returns waits until all is written, and gives what stood in the way; undefined where nothing did, or the reader left
 */
export function watchOutput(output: Writable, errors: NodeJS.EventEmitter): () => Promise<Error | undefined> {
  let failed: (Error & { readonly code?: string }) | undefined
  const note = (error: Error | null | undefined): void => {
    failed ??= error ?? undefined
  }
  output.on('error', note)
  // Where nobody reads what went wrong, the exit code is left to tell it.
  errors.on('error', () => undefined)
  return async () => {
    await new Promise<void>((resolve) => {
      output.write('', (error) => {
        note(error)
        resolve()
      })
    })
    return failed?.code === 'EPIPE' ? undefined : failed
  }
}
