import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Interrupted, terminalOf } from '../../src/cli/terminal.ts'

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

it('colours what stands out at a terminal alone, and never where NO_COLOR is set or nothing stands out', () => {
  const said = (isTTY: boolean, depth: number): string => {
    const { stdin, stdout, stderr, written } = streams({ in: false, out: isTTY })
    const { out } = terminalOf({ stdin, stdout: Object.assign(stdout, { getColorDepth: () => depth }), stderr })
    out('refused', 'bad')
    out('duplicate', 'odd')
    out('dial', 'done')
    out('plain')
    return written.join('')
  }
  const plain = 'refused\nduplicate\ndial\nplain\n'
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(said(true, 8)).toBe(
    '\u001b[31mrefused\u001b[39m\n\u001b[33mduplicate\u001b[39m\n\u001b[1mdial\u001b[22m\nplain\n',
  )
  expect(said(false, 8)).toBe(plain)
  // What Node says of a terminal where NO_COLOR is set.
  expect(said(true, 1)).toBe(plain)
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

it('takes Ctrl-C for the end of the command, not for an answer', async () => {
  const { terminal, stdin } = streams({ in: true, out: true })
  const answer = terminal.ask?.('Sure? ')
  stdin.write('\u0003')
  await expect(answer).rejects.toThrow(Interrupted)
})

it('takes an input that ends for no answer', async () => {
  const { terminal, stdin } = streams({ in: true, out: true })
  const answer = terminal.ask?.('Sure? ')
  stdin.end()
  expect(await answer).toBe('')
})
