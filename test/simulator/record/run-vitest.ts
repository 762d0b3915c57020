import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs the tests of a folder, all in one process: one for each file takes longer, and what passes beside others passes alone. */
export function runVitest(folder: string): Promise<{ readonly code: number; readonly out: string }> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const vitest = `${root}node_modules/vitest/vitest.mjs`
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PIN: '2580', NO_COLOR: '1' }
  const options = { cwd: folder, env, timeout: longest }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--no-isolate', '--maxWorkers=1', '--root', folder],
      options,
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, out: stdout + stderr }),
    )
  })
}

// ms
const longest = 100_000
