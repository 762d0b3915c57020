import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownFolder } from '../../own-folder.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { type Dependency, ownPackage } from './dependency.ts'

export type Language = 'js' | 'ts'

/** A file of the project. */
export interface ProjectFile {
  /** From its folder. */
  readonly path: string
  readonly text: string
  /** Whether nobody but its owner may read it. */
  readonly isSecret?: true
  /**
   * What is made of it where there is such a file: the same with what it lacks. Undefined for one that would have to be
   * written over.
   */
  readonly merge: ((there: string) => string) | undefined
}

const templates = fileURLToPath(new URL('../templates/', ownFolder))

/** The project, as it is in an empty folder. @param name of its package */
export function projectFiles(name: string, language: Language, dependency: Dependency): readonly ProjectFile[] {
  const vendor = dependency.tarball === undefined ? '' : 'COPY vendor ./vendor\n'
  const fill = (text: string) =>
    text.replaceAll('{{name}}', name).replaceAll('{{ext}}', language).replaceAll('{{vendor}}', vendor)
  const both = (template: string, path: string, merge?: ProjectFile['merge']): ProjectFile => ({
    path,
    text: fill(readFileSync(join(templates, 'both', template), 'utf8')),
    merge,
  })
  const folder = join(templates, language)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))
  const json = packageOf(name, language, dependency)
  const gitignore = both('gitignore', '.gitignore')
  return [
    { path: 'package.json', text: written(json), merge: (there) => withPackage(there, json) },
    ...sources.map((path) => ({
      path,
      text: readFileSync(join(folder, path), 'utf8'),
      merge: undefined,
    })),
    {
      path: '.env',
      text: environment(),
      isSecret: true,
      merge: (there) => withLines(there, environment(), variableOf),
    },
    { ...gitignore, merge: (there) => withLines(there, gitignore.text, (line) => line.trim()) },
    both('dockerignore', '.dockerignore'),
    both('Dockerfile', 'Dockerfile'),
    both('shop.service', `${name}.service`),
    both('shop.socket', `${name}.socket`),
    both('README.md', 'README.md'),
  ]
}

interface PackageJson {
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly [name: string]: unknown
}

function packageOf(name: string, language: Language, { range }: Dependency): PackageJson {
  const command = ownPackage.name
  const { devDependencies: tools } = ownPackage
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    // TypeScript runs as it stands from 22.18.
    engines: { node: language === 'ts' ? '>=22.18' : '>=22.13' },
    scripts: {
      start: `node --env-file=.env server.${language}`,
      test: 'node --test',
      dev: `${command} dev app.${language} --project .`,
      dial: `${command} dial "*713#" app.${language}`,
      simulate: `${command} simulate app.${language}`,
      urls: `${command} urls app.${language}`,
      ...(language === 'ts' && { types: 'tsc' }),
    },
    dependencies: { fastify: ownPackage.peerDependencies.fastify, [command]: range },
    ...(language === 'ts' && {
      devDependencies: { '@types/node': tools['@types/node'], typescript: tools.typescript },
    }),
  }
}

/** @throws an error for one that is no JSON object, or whose modules are CommonJS */
function withPackage(there: string, ours: PackageJson): string {
  const theirs = readPackage(there)
  if (theirs.type !== undefined && theirs.type !== 'module') {
    throw new Error(
      `package.json says "type": "${theirs.type}", and this project has ES modules: name another folder, or set it to "module".`,
    )
  }
  const scripts = Object.entries(theirs.scripts ?? {}).filter(([, script]) => !/no test specified/.test(script))
  return written({
    ...ours,
    ...theirs,
    scripts: { ...ours.scripts, ...Object.fromEntries(scripts) },
    dependencies: { ...ours.dependencies, ...theirs.dependencies },
    ...(ours.devDependencies !== undefined && {
      devDependencies: { ...ours.devDependencies, ...theirs.devDependencies },
    }),
  })
}

function readPackage(text: string): PackageJson {
  try {
    const found: unknown = JSON.parse(text)
    if (isRecord(found)) return found
  } catch {
    // It is told below.
  }
  throw new Error('package.json is no JSON object: put it right, or name another folder.')
}

function written(json: PackageJson): string {
  return `${JSON.stringify(json, null, 2)}\n`
}

/** The secrets are made here, once. */
function environment(): string {
  return `# Two secrets, made for this project. With another PUSH_SECRET the addresses that you registered no longer work;
# with another MERCHANT_SECRET the payments that are open lose their evidence. To change one, put the new one in front of
# the old one, with a comma between them, and take the old one away later.
PUSH_SECRET=${randomBytes(24).toString('hex')}
MERCHANT_SECRET=${randomBytes(24).toString('hex')}
# Where the service reaches this application.
PUBLIC_URL=https://shop.example
PORT=3000
# What the service gave you. The simulator sets them for an application that it runs.
# API_URL=https://api.example
# API_ID=
# API_KEY=
# MERCHANT_ACCOUNT_NUMBER=
# Where the shop reports that a cart was delivered. Ask the service for the address before you open a web store or a till.
# REPORT_URL=https://api.example/reports
`
}

/** The lines that are there, and those of ours that say something else. */
function withLines(there: string, ours: string, nameOf: (line: string) => string): string {
  const known = new Set(there.split('\n').map(nameOf))
  const missing = ours.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !known.has(nameOf(line)))
  if (missing.length === 0) return there
  return `${[there.trimEnd(), ...missing].join('\n')}\n`
}

function variableOf(line: string): string {
  return (
    line
      .split('=', 1)[0]
      ?.replace(/^\s*export /, '')
      .trim() ?? ''
  )
}
