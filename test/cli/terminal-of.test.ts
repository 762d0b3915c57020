import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { terminalOf } from '../../src/cli/terminal.ts'

function streams(isTTY: { readonly in: boolean; readonly out: boolean }) {
  const written: string[] = []
  const errors: string[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY: isTTY.in })
  const stdout = Object.assign(new PassThrough(), { isTTY: isTTY.out, columns: 72 })
  const stderr = new PassThrough()
  stdout.on('data', (chunk) => written.push(String(chunk)))
  stderr.on('data', (chunk) => errors.push(String(chunk)))
  return { stdin, stdout, stderr, written, errors, terminal: terminalOf({ stdin, stdout, stderr }) }
}

it('writes lines to both streams', () => {
  const { terminal, written, errors } = streams({ in: false, out: false })
  terminal.out('one')
  terminal.err('two')
  expect([written.join(''), errors.join('')]).toEqual(['one\n', 'two\n'])
})

it('has no width, draws nothing and asks nobody in a pipe', () => {
  const { terminal } = streams({ in: true, out: false })
  const line = expect.any(Function)
  expect(terminal).toEqual({ out: line, err: line, lines: line })
})

it('asks nobody in a job of CI, whatever terminal that has', () => {
  const { stdin, stdout, stderr } = streams({ in: true, out: true })
  const terminal = terminalOf({ stdin, stdout, stderr }, { CI: 'true' })
  expect([terminal.ask, terminal.person]).toEqual([undefined, undefined])
})

it('gives the lines that came before they were asked for', async () => {
  const { terminal, stdin } = streams({ in: false, out: false })
  stdin.end('1\n2\n')
  const lines = terminal.lines?.()
  await new Promise(setImmediate)
  const read: string[] = []
  for await (const line of lines ?? []) read.push(line)
  expect(read).toEqual(['1', '2'])
})

it('draws a line over the one before, and knows its width', () => {
  const { terminal, written } = streams({ in: false, out: true })
  terminal.draw?.('half')
  expect(written.join('')).toBe('\r\u001b[Khalf')
  expect(terminal.columns).toBe(72)
  expect(terminal.ask).toBeUndefined()
})

it('asks, and gives the line that is entered', async () => {
  const { terminal, stdin, written } = streams({ in: true, out: true })
  const answer = terminal.ask?.('Sure? ')
  stdin.write('yes\n')
  expect(await answer).toBe('yes')
  expect(written.join('')).toContain('Sure? ')
})

it('takes an input that ends for no answer', async () => {
  const { terminal, stdin } = streams({ in: true, out: true })
  const answer = terminal.ask?.('Sure? ')
  stdin.end()
  expect(await answer).toBe('')
})
