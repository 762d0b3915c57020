import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { root } from '../docs/documents.ts'
import { dialling, wireForm } from './wire.ts'

const throwing = { way: 'throws', body: "() => { throw new Error('no connection') }" }
const rejecting = { way: 'rejects', body: "async () => { throw new Error('no connection') }" }
const listener = "menu.on('error', (error) => console.log('heard: ' + error))"

describe.each(['ussd-menu-builder', 'ussd-builder'])('a state of %s', (name) => {
  it.each([throwing, rejecting])('that $way ends the process, and nobody is answered', async ({ body }) => {
    const { code, output } = await runAlone(program(name, body, ''))
    expect(code).toBe(1)
    expect(output).toContain('no connection')
    expect(output).not.toMatch(/still here|answered/)
  })

  it('that throws is survived with an error listener, and nobody is answered', async () => {
    const { code, output } = await runAlone(program(name, throwing.body, listener))
    expect(code).toBe(0)
    expect(output).toContain('heard: Error: Error: no connection')
    expect(output).toContain('still here')
    expect(output).not.toContain('answered')
  })

  it('that rejects ends the process with an error listener too', async () => {
    const { code, output } = await runAlone(program(name, rejecting.body, listener))
    expect(code).toBe(1)
    expect(output).not.toMatch(/heard|still here|answered/)
  })
})

/** A menu of one state that fails, and its first push. */
function program(name: string, body: string, more: string): string {
  return `
      import UssdMenu from '${name}'
      const kept = new Map()
      const menu = new UssdMenu({ provider: '${wireForm}' })
      menu.sessionConfig({
        start: async () => undefined,
        end: async () => undefined,
        get: async (_id, key) => kept.get(key),
        set: async (_id, key, value) => void kept.set(key, value),
      })
      menu.startState({ run: ${body}, next: { 1: 'never' } })
      setTimeout(() => console.log('still here'), 200)
      ${more}
      menu.run(${JSON.stringify(dialling())}, () => console.log('answered'))
    `
}

function runAlone(script: string): Promise<{ code: number | string | null | undefined; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr })
    })
  })
}
