import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/cli/doctor/finding.ts'
import { reachFindings } from '../../../src/cli/doctor/pushes/reach.ts'
import { bin } from '../bin.ts'
import { folderWith } from './doctored.ts'
import { handMade, handMadeTls, secret } from './faulty.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const day = 86_400_000

/** An authority of a folder, and certificates that it signs. */
function authority() {
  const folder = folderWith()
  const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const file = (name: string) => join(folder, name)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=doctor', '-days', '90')
  return {
    ca: file('ca.pem'),
    /** Signed by itself. */
    own: () => ({ key: readFileSync(file('ca.key')), cert: readFileSync(file('ca.pem')) }),
    signed: (name: string, days: number) => {
      writeFileSync(file('names'), `subjectAltName=DNS:${name}`)
      openssl('req', ...key, '-keyout', 'it.key', '-out', 'it.csr', '-subj', `/CN=${name}`)
      const ca = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
      openssl('x509', '-req', '-in', 'it.csr', ...ca, '-out', 'it.pem', '-days', String(days))
      return { key: readFileSync(file('it.key')), cert: readFileSync(file('it.pem')) }
    },
  }
}

/** What doctor says of the TLS of a server on this machine, in a process that trusts the authority. */
async function said(port: number, ca: string): Promise<readonly Finding[]> {
  const args = ['doctor', '--url', `https://localhost:${port}/push/ussd/${secret}`, '--turns', '2', '--json']
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca }
  const ran = promisify(execFile)(process.execPath, [bin, ...args], { env })
  const { stdout } = await ran.catch((error: { readonly stdout: string }) => error)
  const { findings }: { readonly findings: readonly Finding[] } = JSON.parse(stdout)
  return findings
}

const tls = (findings: readonly Finding[]) =>
  findings.filter(({ check }) => check === 'TLS').map(({ level, says }) => `${level}: ${says}`)

describe.skipIf(!hasOpenssl)('TLS (left out where there is no openssl)', () => {
  test('with a good certificate is fine, and pushes go over it', async () => {
    const made = authority()
    const findings = await said(await handMadeTls(made.signed('localhost', 80)), made.ca)
    expect(tls(findings)).toEqual([
      expect.stringMatching(/^fine: TLSv1\.3, the certificate is good for (?:79|80) days$/),
    ])
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
    expect(findings.map(({ check }) => check)).toContain('answer time')
  })

  test.each([
    ['localhost', 5, /^warning: The certificate expires in [45] days\.$/],
    ['shop.example', 80, /^error: The certificate is for another name\.$/],
  ])('with a certificate for %s and %i days is found', async (name, days, words) => {
    const made = authority()
    const findings = await said(await handMadeTls(made.signed(name, days)), made.ca)
    expect(tls(findings)).toEqual([expect.stringMatching(words)])
    const isSent = findings.some(({ check }) => check === 'screen')
    expect(isSent).toBe(days === 5)
  })

  test('with one that nobody knows, or that is over, is found', async () => {
    const made = authority()
    const own = new URL(`https://localhost:${await handMadeTls(made.own())}`)
    const unknown = new URL(`https://localhost:${await handMadeTls(made.signed('localhost', 30))}`)
    expect(tls(await reachFindings(own, Date.now()))).toEqual(['error: The certificate is signed by itself.'])
    expect(tls(await reachFindings(unknown, Date.now()))).toEqual([
      'error: A certificate between this one and its authority is missing.',
    ])
    expect(tls(await reachFindings(unknown, Date.now() + 40.5 * day))[0]).toMatch(
      /^error: The certificate expired 1\d days ago/,
    )
  })

  test('of an old version is found', async () => {
    const made = authority()
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const port = await handMadeTls({ ...made.own(), ...old })
    expect(tls(await reachFindings(new URL(`https://localhost:${port}`), Date.now()))).toEqual([
      'error: It speaks only an old version of TLS.',
    ])
  })
})

test('an address of https at which http answers has no TLS', async () => {
  const url = new URL((await handMade()).replace('http:', 'https:'))
  expect(tls(await reachFindings(url, Date.now()))).toEqual([expect.stringMatching(/^error: No TLS came about/)])
})

test.each(['https://127.0.0.1:1', 'https://[::1]:1', 'http://127.0.0.1:1'])(
  '%s, where nothing listens, is not reached',
  async (url) => {
    const [finding] = await reachFindings(new URL(url), Date.now())
    expect(finding).toMatchObject({
      check: 'reachable',
      level: 'error',
      says: expect.stringContaining("can't be reached"),
    })
  },
)
