import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'

/** Whether others can read the file `.env` of a folder, on this machine or in the history of git. */
export async function envFileFindings(folder: string): Promise<readonly Finding[]> {
  const file = join(folder, '.env')
  if (!existsSync(file)) return [skipped('.env', 'There is no such file here.')]
  return [rightsFinding(file), await gitFinding(folder)]
}

function rightsFinding(file: string): Finding {
  // Windows has no such rights: Node shows those of everybody.
  if (process.platform === 'win32') return skipped('.env', 'Windows has no rights of others to look at.')
  const { mode } = statSync(file)
  if ((mode & 0o044) === 0) return fine('.env', 'only its owner can read it')
  const who = (mode & 0o004) === 0 ? 'its group' : 'every user of this machine'
  return failure('.env', `It can be read by ${who}.`, 'chmod 600 .env')
}

async function gitFinding(folder: string): Promise<Finding> {
  if ((await git(folder, 'rev-parse', '--is-inside-work-tree')) !== 0)
    return skipped('.env in git', 'This folder is not under git.')
  if ((await git(folder, 'ls-files', '--error-unmatch', '.env')) === 0) {
    return failure(
      '.env in git',
      'It is in git: everybody with the repository has its secrets.',
      'git rm --cached .env, add it to .gitignore, and make new secrets: the old ones stay in the history.',
    )
  }
  if ((await git(folder, 'check-ignore', '--quiet', '.env')) === 0) return fine('.env in git', 'it is ignored')
  return warning('.env in git', 'Nothing keeps it out of git.', 'Add a line .env to .gitignore.')
}

/** What git ends with; -1 where there is none, or it takes too long. */
function git(folder: string, ...words: readonly string[]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  execFile('git', ['-C', folder, ...words], { timeout: longest }, (error) => {
    if (error === null) resolve(0)
    else resolve(typeof error.code === 'number' ? error.code : -1)
  })
  return promise
}

// ms
const longest = 5_000
