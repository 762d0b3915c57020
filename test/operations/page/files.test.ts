import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { texts as operators } from '../../../ui/operations/texts.ts'
import { texts } from '../../../ui/texts/index.ts'
import { officeOf } from './office.ts'

describe('the operator’s page in the browser', () => {
  it('is served with its files, which are small and keep no scripts or styles of their own in it', async () => {
    const { origin } = await officeOf()
    const page = await fetch(`${origin}/operations/`)
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|https?:/)
    // It asks for the entries as soon as it is there, and waits for no style.
    expect(html).toMatch(/<script async type="module"/)
    const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThanOrEqual(3)
    let size = 0
    for (const path of files) {
      const file = await fetch(`${origin}/operations/${path}`)
      expect(file.headers.get('content-type')).toMatch(/^(?:text\/(?:javascript|css); charset=utf-8|image\/svg\+xml)$/)
      expect(file.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      size += gzipSync(Buffer.from(await file.arrayBuffer())).length
    }
    expect(size).toBeLessThan(50_000)
  })

  it('holds no text of the simulator’s page', () => {
    const built = new URL('../../../dist/page-operations/assets/', import.meta.url)
    const scripts = readdirSync(built).filter((file) => file.endsWith('.js'))
    const words = scripts.map((file) => readFileSync(new URL(file, built), 'utf8')).join()
    expect(words).toContain(operators.noneFits)
    const theirs = new Set(sentencesOf(operators))
    const foreign = sentencesOf(texts).filter((sentence) => !theirs.has(sentence) && words.includes(sentence))
    expect(foreign).toEqual([])
  })

  it('sends a file again only where it is another', async () => {
    const { origin } = await officeOf()
    const etag = (await fetch(`${origin}/operations/`)).headers.get('etag') ?? ''
    const again = await fetch(`${origin}/operations/`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is found without the slash at the end too, and under another prefix', async () => {
    const { origin } = await officeOf()
    expect((await fetch(`${origin}/operations?from=mail`)).url).toBe(`${origin}/operations/`)
    const other = await officeOf({ access: () => ['look'], prefix: '/a/back' })
    expect((await fetch(`${other.origin}/a/back`)).url).toBe(`${other.origin}/a/back/`)
    expect((await fetch(`${other.origin}/a/back/`)).status).toBe(200)
  })

  it('has no file but its own', async () => {
    const { origin } = await officeOf()
    for (const name of ['nothing.js', '..%2findex.html', '%2e%2e%2f%2e%2e%2fpackage.json']) {
      const answer = await fetch(`${origin}/operations/assets/${name}`)
      expect([answer.status, answer.headers.get('cache-control')], name).toEqual([404, 'no-store'])
      expect(await answer.text()).not.toContain('"name"')
    }
  })

  it('is hidden from those who may not look', async () => {
    const { origin } = await officeOf({ access: () => false })
    for (const path of ['', '/', '/assets/index.js']) {
      const answer = await fetch(`${origin}/operations${path}`)
      expect([answer.status, await answer.json()], path).toEqual([
        404,
        { code: 'FMW_OPERATOR_UNKNOWN', message: 'There is nothing at this address' },
      ])
    }
  })
})

/** Texts of several words: single ones stand in any script. */
function sentencesOf(held: unknown): readonly string[] {
  if (typeof held === 'string') return held.split(' ').length > 2 ? [held] : []
  return typeof held === 'object' && held !== null ? Object.values(held).flatMap(sentencesOf) : []
}
