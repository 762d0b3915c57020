import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type PostgresServer, startPostgres } from '../../postgres-server.ts'
import { eventually, freshDatabase, sql, unready } from './bench.ts'
import { entryOf } from './samples.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

let folder = ''
let server: PostgresServer
/** Of each authority its certificate's file. */
let own = ''
let other = ''

/** An authority, and a certificate of `localhost` that it signs. */
function authority(name: string) {
  const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const file = (kind: string) => join(folder, `${name}.${kind}`)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', file('key'), '-out', file('pem'), '-subj', `/CN=${name}`, '-days', '9')
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
  openssl('req', ...key, '-keyout', file('server-key'), '-out', file('csr'), '-subj', '/CN=shop')
  const signing = ['-CA', file('pem'), '-CAkey', file('key'), '-CAcreateserial', '-extfile', file('names')]
  openssl('x509', '-req', '-in', file('csr'), ...signing, '-out', file('server'), '-days', '9')
  return { ca: file('pem'), key: readFileSync(file('server-key'), 'utf8'), cert: readFileSync(file('server'), 'utf8') }
}

/** Writes a file where the server reads it, as the server's own user. */
async function put(name: string, text: string): Promise<void> {
  const lines = text.trim().split('\n')
  const quoted = lines.map((line) => `'${line}'`).join(', ')
  await sql(server.url, `COPY (SELECT unnest(ARRAY[${quoted}])) TO PROGRAM 'umask 077; cat > ${name}'`)
}

/** The address with a name, as the certificate has it, and what stands behind the question mark. */
function address(query: string, host = 'localhost'): string {
  const { port } = new URL(server.url)
  return `postgres://postgres:not-a-secret@${host}:${port}/postgres${query}`
}

const modes = ['prefer', 'require', 'verify-ca', 'verify-full']
const trusted = (ca: string) => `sslrootcert=${ca}`

/** Whether the connections of an open store are encrypted. */
async function areEncrypted(): Promise<boolean> {
  const { rows } = await sql(
    `${server.url}?sslmode=no-verify`,
    `SELECT bool_and(ssl) AS all_of_them FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
      WHERE application_name = 'fastify-merchant-webhooks'`,
  )
  return rows[0].all_of_them
}

describe.skipIf(!hasOpenssl)('TLS to the server (left out where there is no openssl)', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'merchant-postgres-tls-'))
    server = await startPostgres()
    const { ca, key, cert } = authority('own')
    own = ca
    other = authority('other').ca
    await put('server.key', key)
    await put('server.crt', cert)
    await sql(server.url, 'ALTER SYSTEM SET ssl = on')
    await sql(server.url, 'SELECT pg_reload_conf()')
    const isOn = async () => (await sql(server.url, 'SHOW ssl')).rows[0].ssl === 'on' || undefined
    await eventually('TLS', isOn)
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(['', '?sslmode=disable'])('is not used without a mode that asks for it: %j', async (query) => {
    const user = unready(address(query))
    await user.ready
    expect(await areEncrypted()).toBe(false)
    await user.close()
  })

  it.each(modes)('with sslmode=%s needs the authority of the certificate, and works with it', async (mode) => {
    const user = unready(address(`?sslmode=${mode}&${trusted(own)}`))
    await user.ready
    expect(await user.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    expect(await areEncrypted()).toBe(true)
    await user.close()
    for (const query of [`?sslmode=${mode}`, `?sslmode=${mode}&${trusted(other)}`]) {
      await expect(unready(address(query)).ready).rejects.toMatchObject({
        code: 'FMW_STORE_UNAVAILABLE',
        message: expect.stringMatching(/certificate is not trusted: sslrootcert in the URL .* \([A-Z_]+\)/),
      })
    }
  })

  it.each(['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require', 'uselibpqcompat=true&sslmode=prefer'])(
    'with %s is there, whoever answers',
    async (query) => {
      const user = unready(address(`?${query}`))
      await user.ready
      expect(await areEncrypted()).toBe(true)
      await user.close()
    },
  )

  it('by the options of a pool is trusted or refused as there', async () => {
    const open = (ca: string) => {
      const pool = new pg.Pool({
        connectionString: address(''),
        max: 4,
        ssl: { ca: readFileSync(ca, 'utf8') },
        application_name: 'fastify-merchant-webhooks',
      })
      onTestFinished(() => pool.end())
      return unready(pool)
    }
    const user = open(own)
    await user.ready
    expect(await areEncrypted()).toBe(true)
    await user.close()
    await expect(open(other).ready).rejects.toMatchObject({ message: expect.stringContaining('is not trusted') })
  })

  it('to a host whose name the certificate has not is refused', async () => {
    await expect(unready(address(`?sslmode=verify-full&${trusted(own)}`, '127.0.0.1')).ready).rejects.toMatchObject({
      message: expect.stringContaining('is not for the host that the URL names (ERR_TLS_CERT_ALTNAME_INVALID)'),
    })
    const user = unready(address(`?uselibpqcompat=true&sslmode=verify-ca&${trusted(own)}`, '127.0.0.1'))
    await user.ready
    expect(await areEncrypted()).toBe(true)
    await user.close()
  })

  it('to a file that is not there is told at once, without its name', async () => {
    const error = await unready(address(`?sslmode=verify-full&${trusted(join(folder, 'none.pem'))}`)).ready.catch(
      (refused: unknown) => refused,
    )
    expect(error).toMatchObject({ message: expect.stringContaining('names for TLS cannot be read (ENOENT)') })
    expect(String(error)).not.toContain(folder)
  })

  it('that the server demands is named where the URL asks for none', async () => {
    await put('pg_hba.conf', 'hostssl all all 127.0.0.1/32 scram-sha-256')
    await sql(server.url, 'SELECT pg_reload_conf()')
    await eventually('the new rule', () =>
      sql(server.url, 'SELECT 1').then(
        () => undefined,
        () => true,
      ),
    )
    await expect(unready(address('')).ready).rejects.toMatchObject({
      message: expect.stringContaining('with TLS only, and the URL has no sslmode (28000)'),
    })
    const user = unready(address(`?sslmode=verify-full&${trusted(own)}`))
    await user.ready
    await user.close()
  })
})

it('TLS that the server does not have is told as such', async () => {
  const user = unready(`${await freshDatabase()}?sslmode=verify-full`)
  await eventually('a first try', () => user.health().why?.includes('does not support SSL') || undefined)
  await expect(user.inbox.accept(entryOf(), false)).rejects.toMatchObject({
    message: expect.stringContaining('The server does not support SSL connections'),
  })
})
