import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSimulator } from '../../../src/simulator/index.ts'
import { send } from '../control/call.ts'

async function start() {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  return sim
}

const built = new URL('../../../dist/page/', import.meta.url)

/** The files that the first view loads, by what the page itself names. */
function firstFiles(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
}

describe('the page of the simulator', () => {
  it('is served with its files', async () => {
    const sim = await start()
    const page = await send(sim, 'GET', '/_simulator/page/')
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    const files = firstFiles(page.text)
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const path of files) {
      const file = await send(sim, 'GET', `/_simulator/page/${path}`)
      expect(file.status).toBe(200)
      expect(file.headers['content-type']).toMatch(/^text\/(javascript|css); charset=utf-8$/)
      expect(file.text).toBe(readFileSync(new URL(path, built), 'utf8'))
    }
    expect(await send(sim, 'GET', '/_simulator/page')).toMatchObject({ headers: { location: '/_simulator/page/' } })
  })

  it('is where a browser is led that opens the address of the simulator; a program gets the addresses, the page among them', async () => {
    const sim = await start()
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const method of ['GET', 'HEAD']) {
      const led = await send(sim, method, '/', { accept })
      expect(led).toMatchObject({ status: 302, headers: { location: '/_simulator/page/' } })
    }
    expect(sim.log.rows()).toEqual([])
    const told = await send(sim, 'GET', '/', { accept: '*/*' })
    expect(told.status).toBe(404)
    expect(JSON.parse(told.text).message).toContain('The page is at /_simulator/page/')
    expect(await send(sim, 'GET', '/nowhere', { accept })).toMatchObject({ status: 404 })
  })

  it('answers HEAD as it answers GET, without the body', async () => {
    const sim = await start()
    const [path = ''] = firstFiles((await send(sim, 'GET', '/_simulator/page/')).text)
    for (const url of ['/_simulator/page/', `/_simulator/page/${path}`, '/_simulator/page']) {
      const { status, headers } = await send(sim, 'GET', url)
      const { date: _when, ...same } = headers
      expect(await send(sim, 'HEAD', url)).toMatchObject({ status, text: '', headers: same })
    }
  })

  it('allows nothing but its own files, and no other page around it', async () => {
    const sim = await start()
    const { headers, text } = await send(sim, 'GET', '/_simulator/page/')
    const policy = String(headers['content-security-policy'])
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|https?:/)
  })

  it('is asked again by its ETag, and its files never', async () => {
    const sim = await start()
    const page = await send(sim, 'GET', '/_simulator/page/')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^"[\w-]{22}"$/) })
    const again = await send(sim, 'GET', '/_simulator/page/', { 'if-none-match': String(page.headers.etag) })
    expect(again).toMatchObject({ status: 304, text: '' })
    const [path = ''] = firstFiles(page.text)
    const file = await send(sim, 'GET', `/_simulator/page/${path}`)
    expect(file.headers['cache-control']).toContain('immutable')
  })

  it('has no other files', async () => {
    const sim = await start()
    for (const path of ['assets/nothing.js', 'assets/..%2f..%2findex.js', 'assets/%2e%2e/index.html', 'package.json'])
      expect((await send(sim, 'GET', `/_simulator/page/${path}`)).status).toBe(404)
    const stranger = await send(sim, 'GET', '/_simulator/page/', { host: 'rebound.example' })
    expect(stranger.status).toBe(403)
  })

  it('loads at most 60 KB for its first view, and every file is in the folder of assets', () => {
    const files = firstFiles(readFileSync(new URL('index.html', built), 'utf8'))
    const sizes = files.map((path) => gzipSync(readFileSync(new URL(path, built)), { level: 9 }).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1_024)
    expect(readdirSync(built).sort()).toEqual(['assets', 'index.html'])
  })
})
