// Runs the packed package on what people start it with: three versions of Node, tsx, Bun, Deno, and PostgreSQL beside SQLite. Not
// part of CI: it fetches 400 MB. Its lines are the table "What it runs on" of docs/guides/beside-others.md.
// `node scripts/check-runtimes.js "Node 22" Bun` runs these alone.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../test/postgres-server.ts'
import { programs } from './packed-programs.js'

const root = new URL('..', import.meta.url).pathname
const nodes = { 'Node 22': 'node@22.13.1', 'Node 24': 'node@24', 'Node 26': 'node@26' }
const tools = { tsx: 'tsx@4', bun: 'bun@1', deno: 'deno@2' }
const runtimes = {
  'Node 22': ['node'],
  'Node 24': ['node'],
  'Node 26': ['node'],
  tsx: ['tsx'],
  Bun: ['bun'],
  // It has no file of permissions: it may do what Node may.
  Deno: ['deno', 'run', '-A'],
}
/** What does not run, and is said so in the guide. Once it runs, this script fails, and the guide is wrong. */
const knownNot = new Set(['Deno durable.js'])

const onPostgres = `${programs['durable.js']
  .replace("sqliteStore('merchant.db')", 'postgresStore(process.env.DATABASE)')
  .replace('{ postgresSchema }', '{ postgresSchema, postgresStore }')
  .replace('keeps what it accepts', 'keeps it in PostgreSQL')}`

const folder = mkdtempSync(join(tmpdir(), 'merchant-runtimes-'))
const server = await startPostgres()
try {
  const files = { ...programs, 'postgres.js': onPostgres }
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root }).toString(),
  )
  const allowScripts = { node: true, bun: true, deno: true, esbuild: true }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', allowScripts }))
  const install = (cwd, ...packages) =>
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd })
  install(folder, 'fastify@5', 'pg@8', join(folder, packed.filename), nodes['Node 26'], ...Object.values(tools))
  let unexpected = 0
  const admin = new pg.Client(server.url)
  await admin.connect()
  const wanted = process.argv.slice(2).filter((word) => word in runtimes)
  for (const name of wanted.length > 0 ? wanted : Object.keys(runtimes)) {
    const [command, ...args] = runtimes[name]
    // A folder and a database of its own: each begins with nothing.
    const cwd = mkdtempSync(join(folder, 'project-'))
    // A version of Node of its own too, where it isn't the one that all the others find.
    if (name in nodes) {
      writeFileSync(
        join(cwd, 'package.json'),
        JSON.stringify({ private: true, type: 'module', allowScripts: { node: true } }),
      )
      install(cwd, nodes[name])
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text)
    const own = name.replaceAll(/\W/g, '').toLowerCase()
    await admin.query(`CREATE DATABASE ${own}`)
    const database = new URL(own, server.url).href
    for (const file of Object.keys(files)) {
      const said = await lineOf(command, [...args, file], { cwd, database })
      if ((said === undefined) !== knownNot.has(`${name} ${file}`)) unexpected += 1
      console.log(`${name.padEnd(8)} ${file.padEnd(12)} ${said ?? 'does not run'}`)
    }
  }
  await admin.end()
  if (unexpected > 0) throw new Error(`${unexpected} of these are not as the guide says`)
} finally {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** What a program says at its end; undefined where it fails. */
async function lineOf(command, args, { cwd, database }) {
  const path = [join(cwd, 'node_modules/.bin'), join(folder, 'node_modules/.bin'), process.env.PATH].join(':')
  const env = { ...process.env, PATH: path, DATABASE: database, NO_COLOR: '1' }
  try {
    return (await promisify(execFile)(command, args, { cwd, env, timeout: 60_000 })).stdout.trim()
  } catch (error) {
    if (process.argv.includes('--why')) console.error(error)
    return undefined
  }
}
