import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { NewDatabase } from './home.ts'

/** Makes new, empty databases on a server, one after the other. */
export function databasesOf(serverUrl: string): NewDatabase {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const made = last.then(() => makeDatabase(serverUrl))
    last = made.catch(() => undefined)
    return made
  }
}

async function makeDatabase(serverUrl: string): Promise<string> {
  const name = `faults_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}
