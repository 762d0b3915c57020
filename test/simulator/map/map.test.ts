import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { text } from '../../../src/conversation/index.ts'
import {
  type ApplicationMap,
  differencesOf,
  type MapOptions,
  mapApplication as mapInTime,
  mermaidOf,
  type SimulatedApp,
} from '../../../src/simulator/index.ts'
import { bakery, open } from './applications.ts'

// Bounded by counts: a busy machine takes its time.
const mapApplication = (app: SimulatedApp, options: MapOptions = {}) => mapInTime(app, { time: 3_600_000, ...options })

const pin: readonly (readonly [RegExp, string])[] = [[/PIN/, '2580']]

const onPhones = { channels: ['ussd'], answers: pin } as const
let drawn: Promise<ApplicationMap> | undefined

/** Drawn once: no test changes it. */
function bakeryOnPhones(): Promise<ApplicationMap> {
  drawn ??= open(bakery).then((app) => mapApplication(app, onPhones))
  return drawn
}

function screenOf({ screens }: ApplicationMap, id: string) {
  const found = screens.find((screen) => screen.id === id)
  if (found === undefined) throw new Error(`no ${id}, but ${screens.map((screen) => screen.id).join(', ')}`)
  return found
}

const found = ({ findings }: ApplicationMap) =>
  findings.map(({ kind, screen, channels }) => `${kind} ${screen} ${channels}`)

describe('a map', () => {
  it('has each screen once, whatever was chosen or typed on the way, with its lengths and what it asks to pay', async () => {
    const map = await mapApplication(await open(bakery), { answers: pin })
    expect(map.bounds.met).toEqual([])
    expect(map.screens.map(({ id, kind }) => `${id}: ${kind}`)).toEqual([
      'the-bakery: choice',
      'which-bread: choice',
      'your-pin: input',
      'how-many-of: input',
      'you-have-points: end',
      'pay-for: choice',
      'approve-it: payment',
      'nothing-was-bought: end',
    ])
    const list = screenOf(map, 'which-bread')
    expect(list.pages).toEqual({ ussd: 3, webstore: 1, pos: 1, app: 1 })
    expect(list.lengths.ussd).toBeGreaterThan(140)
    expect(list.lengths.webstore).toBe('Which bread?'.length)
    expect(screenOf(map, 'approve-it').pays).toEqual({ amount: 2, what: 'Bread' })
    expect(screenOf(map, 'the-bakery').answers).toEqual([
      { answer: 'Buy', to: 'which-bread', channels: ['ussd', 'webstore', 'pos', 'app'] },
      { answer: 'My points', to: 'your-pin', channels: ['ussd', 'webstore', 'pos', 'app'] },
    ])
    expect(screenOf(map, 'how-many-of').answers.map(({ answer, to }) => `${answer}: ${to}`)).toEqual([
      'Back: which-bread',
      'Menu: the-bakery',
      'any answer: pay-for',
    ])
  })

  it('says which question took no answer, until one is given that it takes', async () => {
    const without = await mapApplication(await open(bakery), { channels: ['ussd'] })
    expect(found(without)).toContain('unanswered your-pin ussd')
    expect(found(await bakeryOnPhones())).toEqual([])
  })

  it('says where nothing leads back, and which screens other channels do not have', async () => {
    const app = await open(async (talk) => {
      if (talk.channel === 'ussd') await talk.show('Only on phones')
      await talk.choose('Where?', ['Here', 'There'])
      await talk.ask('Your name?', text())
      return talk.end('Thank you')
    })
    const map = await mapApplication(app, { channels: ['ussd', 'webstore'] })
    expect(found(map)).toEqual(
      expect.arrayContaining(['oneChannel only-on-phones ussd', 'noWayBack your-name webstore']),
    )
    expect(found(map)).not.toContain('noWayBack your-name ussd')
    expect(map.findings.find(({ screen }) => screen === 'your-name')?.text).toMatch(
      /^0 typed into a field there doesn't lead back/,
    )
  })

  it('finds dead ends, failed sessions, screens that phones cut off, and answers that lead here and there', async () => {
    let calls = 0
    const app = handMade((type, message) => {
      if (type === 'Initiation') return 'Hand-made\n1. Stuck\n2. Broken\n3. Long\n4. Chance'
      if (message === '2') return null
      if (message === '3') return `${'a'.repeat(180)}\n1. On`
      if (message !== '4') return 'Stuck\n1. Nowhere'
      calls += 1
      return calls % 2 === 1 ? 'Heads\n1. On' : 'Tails\n1. On'
    })
    const map = await mapApplication(app)
    expect(found(map)).toEqual([
      'deadEnd stuck ussd',
      'failure uue ussd',
      `noWayBack ${'a'.repeat(32)} ussd`,
      `cutOff ${'a'.repeat(32)} ussd`,
      'unsteady heads ussd',
    ])
  })

  it.each([
    ['pushes', { pushes: 20 }],
    ['depth', { depth: 1 }],
  ] as const)('says that the bound of %s was met', async (bound, options) => {
    const map = await mapApplication(await open(bakery), { channels: ['ussd'], ...options })
    expect(map.bounds.met).toEqual([bound])
    // What was not seen has no findings of what it lacks.
    expect(found(map)).toEqual([])
  })

  it('is the same again, and differs where a screen, an answer, a length or a payment does', async () => {
    const before = await bakeryOnPhones()
    expect(differencesOf(before, await mapApplication(await open(bakery), onPhones))).toEqual([])
    const after = await mapApplication(
      await open(async (talk) => {
        const wish = await talk.choose('The bakery', ['Buy', 'Hours'])
        if (wish === 'Hours') return talk.end('From six to six')
        if (!(await talk.confirm('Pay for 1?'))) return talk.end('Nothing was bought, and nothing is owed')
        return talk.pay('Approve it', { name: 'Bread', quantity: 1, price: 3 })
      }),
      onPhones,
    )
    expect(differencesOf(before, after)).toEqual(
      expect.arrayContaining([
        'from-six-to-six: a new screen',
        'which-bread: the screen is gone',
        "the-bakery: 'Hours' leads to from-six-to-six on ussd (new)",
        "the-bakery: 'My points' leads to your-pin on ussd (gone)",
        'approve-it: asks for 2, now 3',
      ]),
    )
  })

  it('is drawn as a flowchart in which no text is anything but text', async () => {
    const app = await open(async (talk) => {
      await talk.choose('Say "]; click', ['<b>One</b>', 'Two | "2"'])
      await talk.show('End')
      return talk.pay('Approve', { name: 'It', quantity: 1, price: 5 })
    })
    const drawn = mermaidOf(await mapApplication(app, { channels: ['webstore'] }))
    expect(drawn).toContain('  s-say-click["Say #34;#93;#59; click<br>webstore 13"]')
    expect(drawn).toContain('  s-say-click -->|"#60;b#62;One#60;/b#62;, Two #124; #34;2#34;"| s-end')
    expect(drawn).toContain('  s-approve(["Approve<br>asks for 5<br>webstore 7"])')
  })

  it.each([
    'End of the month',
    'Class of ticket?',
    'Style of shirt?',
    'Graph of sales',
    'Subgraph one',
    'Flowchart one',
    'Interpolate x',
  ])('is drawn without a node that begins with a word of Mermaid, as %s would', async (words) => {
    const app = await open(async (talk) => {
      await talk.choose(words, ['Tea'])
      return talk.end('Thanks')
    })
    const [, ...lines] = mermaidOf(await mapApplication(app))
      .trimEnd()
      .split('\n')
    const nodes = lines.map((line) =>
      line
        .trim()
        .replace(/^class /, '')
        .slice(0, 2),
    )
    expect(nodes.filter((start) => start !== 's-')).toEqual(
      lines.filter((line) => line.includes('classDef')).map(() => 'cl'),
    )
  })

  it.each([
    ['pushes', { pushes: 0 }],
    ['depth', { depth: 1.5 }],
  ])('refuses %s that are no whole number', async (name, options) => {
    await expect(mapApplication(await open(bakery), options)).rejects.toThrow(
      `mapApplication: ${name} must be a whole number`,
    )
  })
})

/** An application that answers USSD as it likes; null is no screen at all. */
function handMade(answer: (type: string, message: string) => string | null) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const merchant = {
    name: 'default',
    urls: [{ kind: 'ussd' as const, url: '/ussd' }],
    inbox: noInbox,
    get: () => merchant,
  }
  app.post<{ Body: { readonly Type: string; readonly Message: string } }>('/ussd', async ({ body }, reply) => {
    const screen = answer(body.Type, body.Message)
    return screen === null ? reply.code(500).send() : { Type: 'Response', Message: screen }
  })
  return Object.assign(app, { merchant })
}

const noInbox: SimulatedApp['merchant']['inbox'] = {
  all: () => {
    throw new Error('there is none')
  },
  get: () => Promise.reject(new Error('there is none')),
}
