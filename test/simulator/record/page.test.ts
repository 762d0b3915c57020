import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath } from '../../../src/index.ts'
import { createSimulator, type LogRow, readDialogue, recordPage } from '../../../src/simulator/index.ts'
import { pageOf } from '../../../src/simulator/record/page.ts'
import { post } from '../control/call.ts'

/** A service with an application that greets, asks for a PIN, and takes what is told. */
async function bank() {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: secretPath('a-secret-of-the-address'),
    store: memoryStore(),
    ussd: ({ type, message, sequence }, turn) => {
      if (type === 'initiation') return turn.prompt('Your PIN?', { sensitive: true })
      return sequence === 2 ? turn.prompt(`<b>Hello</b> \u202e${message.length}`) : turn.end('Bye')
    },
    inboundMessage: () => undefined,
  })
  await sim.connect(app)
  return sim
}

const dialogueIn = (page: string): string =>
  (/id="dialogue" value="(.*?)"/s.exec(page)?.[1] ?? '').replaceAll(/&#(\d+);/g, (_, code) =>
    String.fromCodePoint(Number(code)),
  )

describe('a session in one file', () => {
  it('shows what went over the wire, without a phone, a secret or an address, and nothing in it runs', async () => {
    const sim = await bank()
    await sim.phone('+233000000017').dial('*713#').reply('2580').reply('1')
    const page = await recordPage(sim.log.rows(), { title: 'A <greeting>' })
    expect(page).toContain('<title>A &#60;greeting&#62;</title>')
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(page.match(/<article>/g)).toHaveLength(3)
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(page).toContain(`<p>Made by ${name} ${version} on Node.js ${process.versions.node}.</p>`)
    expect(page).toContain('&#60;b&#62;Hello&#60;/b&#62; \\u{202e}4')
    expect(page).not.toMatch(/<script|<b>|\u202e|https?:\/\/|2580|000000017|a-secret-of-the-address/)
  })

  it('has no secret and no phone in its title', async () => {
    const sim = await bank()
    await sim.phone('+233000000017').dial('*713#').reply('2580')
    const title = 'PIN 2580 of 0000000017, key Kofi-7 for +233000000018'
    const page = await recordPage(sim.log.rows(), { title, secrets: ['Kofi-7'] })
    expect(page).toMatch(/<title>PIN \d{4} of /)
    expect(page).not.toMatch(/2580|000000017|000000018|Kofi-7/)
  })

  it('plays again, from its own lines', async () => {
    const sim = await bank()
    await sim.phone('+233000000017').dial('*713#').reply('2580').reply('1')
    const text = dialogueIn(await recordPage(sim.log.rows()))
    expect(readDialogue(text, 'page').steps).toHaveLength(3)
    const other = await bank()
    const played = await post(other, '/dialogue/play', { text })
    expect(played.body).toMatchObject({ title: 'Recorded', problem: null, steps: [{}, {}, {}] })
    expect(other.log.rows({ kind: 'ussd' })).toHaveLength(3)
  })

  it('says of each row how it was read, what was done with it, and by which step it is played or why by none', async () => {
    const sim = await bank()
    await sim.phone('+233000000017').dial('*713#')
    const [row] = sim.log.rows()
    if (row === undefined) throw new Error('nothing was logged')
    const odd: LogRow = { ...row, kind: 'checkout', origin: null, timing: null }
    const said = {
      state: 'waiting',
      outcome: null,
      why: null,
      reference: null,
      evidence: null,
      needsReview: ['late'],
      reason: 'of the future',
      attempts: [{ number: 1, ms: 4, error: 'the book is locked' }],
    }
    const rows: LogRow[] = [
      row,
      { ...odd, id: 2, attempt: 2, origin: row.origin },
      { ...odd, id: 3, origin: row.origin, faults: ['duplicate'] },
      { ...odd, id: 4, direction: 'call', kind: 'transactionStatus' },
      { ...odd, id: 5, faults: ['forge'] },
      { ...odd, id: 6, kind: 'deliveryReport', origin: row.origin && { ...row.origin, phone: null } },
    ]
    const page = await pageOf(rows, {}, new Map([[2, said]]))
    expect(page).toContain('1 row can be played again, 5 not: each says why.')
    for (const sentence of [
      'Played again by step 1.',
      'Not played again: the service sent it again by itself.',
      'Not played again: it came beside another, by the fault Duplicate.',
      'Not played again: the application calls by itself.',
      'Not played again: it was forged.',
      'Not played again: the service sends it by itself.',
      'In the inbox it is waiting: of the future.',
      'A person must review it: late.',
      'Attempt 1 failed: the book is locked',
      '! forgery answered',
    ])
      expect(page).toContain(sentence)
    const held = /id="rows" value="(.*?)"/
      .exec(page)?.[1]
      ?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    expect(JSON.parse(held ?? '')).toMatchObject({ all: 6, left: [{ row: 2, kind: 'checkout' }, {}, {}, {}, {}] })
  })

  it('tells faults, problems, what was cut and what is no JSON', async () => {
    const sim = await bank()
    await sim.phone('+233000000017').dial('*713#')
    const [row] = sim.log.rows()
    if (row === undefined) throw new Error('nothing was logged')
    const said = (text: string) => ({ headers: {}, body: Buffer.from(text), bytes: text.length })
    const page = await recordPage([
      {
        ...row,
        faults: ['duplicate'],
        problem: 'no answer in time',
        ms: 7_000,
        request: said(`"${'x'.repeat(30_000)}"`),
        response: null,
      },
      { ...row, id: 2, deadline: null, origin: null, request: said('no JSON'), response: { ...said(''), status: 200 } },
    ])
    expect(page).toContain('Faults: Duplicate.')
    expect(page).toContain('<p class="problem">no answer in time</p>')
    expect(page).toContain('No answer')
    expect(page).toContain('(cut)')
    expect(page).toContain('<pre>no JSON</pre>')
    expect(page).toContain('<p>Nothing</p>')
  })
})

describe('a dialogue that is played by the control', () => {
  it('takes away the faults that it switched on and that struck nothing, and leaves those that were on', async () => {
    const sim = await bank()
    sim.faults.set('slowNetwork', { rate: 0.25 })
    sim.faults.next('drop', { kind: 'inboundMessage' })
    const faults = 'faults: { slowNetwork: { rate: 0.5 }, duplicate: { rate: 1, kinds: [inboundMessage] } }'
    const step = '  - dial: "*713#"\n    faults: [duplicate, forge]\n'
    await post(sim, '/dialogue/play', { text: `dialogue: Breaks\n${faults}\nsteps:\n${step}` })
    expect(sim.log.rows({ kind: 'ussd' })[0]?.faults).toContain('duplicate')
    expect(sim.faults.list()).toMatchObject([
      { name: 'drop', isOnce: true },
      { name: 'slowNetwork', rate: 0.25, isOnce: false },
    ])
  })

  it('says at which step a screen differs, and what is no dialogue', async () => {
    const sim = await bank()
    const text = 'dialogue: Greets\nsteps:\n  - dial: "*713#"\n    screen: Your name?\n'
    const { body } = await post(sim, '/dialogue/play', { text })
    expect(body).toMatchObject({ title: 'Greets', problem: expect.stringContaining('Your PIN?') })
    expect(sim.faults.list()).toEqual([])
    const refused = await post(sim, '/dialogue/play', { text: 'steps: 1' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'FMW_DIALOGUE' } })
  })
})
