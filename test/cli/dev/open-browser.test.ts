import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browserCommand, openBrowser } from '../../../src/cli/dev/open-browser.ts'

const url = 'http://127.0.0.1:4600/_simulator/page/'

describe('the browser that dev opens', () => {
  it('is what each system opens addresses with, and none where there is no desktop', () => {
    expect(browserCommand('darwin', {})).toEqual(['open'])
    expect(browserCommand('win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler'])
    expect(browserCommand('linux', { DISPLAY: ':0' })).toEqual(['xdg-open'])
    expect(browserCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open'])
    expect(browserCommand('linux', {})).toBeUndefined()
  })

  // The desktop's own program is looked for in the path: a folder in front of it has another.
  it.skipIf(process.platform === 'win32')(
    'gets the address of the page, in a process that dev waits for no more',
    async () => {
      const folder = folderInPath()
      const file = join(folder, 'opened')
      writeFileSync(
        join(folder, 'xdg-open'),
        `#!/bin/sh\nprintf %s "$1" > '${file}.new' && mv '${file}.new' '${file}'\n`,
      )
      chmodSync(join(folder, 'xdg-open'), 0o755)
      openBrowser(url, { platform: 'linux', env: { DISPLAY: ':0' } })
      await expect.poll(() => existsSync(file)).toBe(true)
      expect(readFileSync(file, 'utf8')).toBe(url)
    },
  )

  it('is no matter where its program is missing, or there is no desktop', async () => {
    const { PATH } = process.env
    process.env.PATH = folderInPath()
    const failed: unknown[] = []
    const hear = (error: unknown) => void failed.push(error)
    process.on('uncaughtException', hear)
    onTestFinished(() => {
      process.off('uncaughtException', hear)
      process.env.PATH = PATH
    })
    openBrowser(url, { platform: 'linux', env: { DISPLAY: ':0' } })
    openBrowser(url, { platform: 'linux', env: {} })
    // That a program isn't there is told in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    expect(failed).toEqual([])
  })
})

/** A folder in front of all others in which programs are looked for. */
function folderInPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-browser-'))
  const { PATH } = process.env
  process.env.PATH = `${folder}:${PATH}`
  onTestFinished(() => {
    process.env.PATH = PATH
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
