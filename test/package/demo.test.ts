import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const demo = fileURLToPath(new URL('../../scripts/demo.js', import.meta.url))

it('sells beside the simulator, from the first screen to a clean ledger', async () => {
  const { ended, said } = start()
  expect(await ended, said()).toBe(0)
  for (const words of [
    '5 screens',
    '10.00 for 2 x Tea',
    'the shop answers 200',
    'transaction status: paid, 10.00',
    ': settled',
    'the phone shows "Paid 10.00.',
    'delivery report: Delivered',
    'the shop answers 401',
    'they all agree',
  ]) {
    expect(said()).toContain(words)
  }
  expect(
    Math.max(
      ...said()
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80)
})

it('names the step that did not happen, and exits with 1', async () => {
  const { ended, said } = start('--fault', 'truncate')
  expect(await ended).toBe(1)
  expect(said()).toContain('It failed: expected that the shop answers the phone, which shows UUE')
})

it('stays up with --serve, shows its page, and ends cleanly with Ctrl-C', async () => {
  const { child, ended, said, until } = start('--serve')
  await until('Ctrl-C')
  const [url] = /http:\/\/127\.0\.0\.1:\d+\S+/.exec(said()) ?? []
  expect(said()).toContain('The phone of this sale is +233000000000')
  expect((await fetch(String(url))).status).toBe(200)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(said()).toMatch(/Ended\.\n$/)
})

function start(...args: string[]) {
  const child = spawn(process.execPath, [demo, ...args], { env: { ...process.env, NO_COLOR: '1' } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const said = (): string => text
  const ended = once(child, 'close').then(([code]: unknown[]) => code)
  const until = async (words: string): Promise<void> => {
    while (!text.includes(words)) await once(child.stdout, 'data')
  }
  return { child, ended, said, until }
}
