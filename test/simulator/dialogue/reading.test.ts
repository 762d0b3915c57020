import { describe, expect, it } from 'vitest'
import { type Dialogue, readDialogue, writeDialogue } from '../../../src/simulator/index.ts'

function problemOf(yaml: string): string {
  try {
    readDialogue(yaml, 'tea.yaml')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FMW_DIALOGUE') return error.message
    throw error
  }
  throw new Error('it was read')
}

const step = (text: string) => `dialogue: Tea\nsteps:\n  - ${text}\n`

describe('a dialogue in YAML', () => {
  it('is read as it was written, everything in it', () => {
    const whole: Dialogue = {
      dialogue: 'Tea: paid, at once',
      time: '2026-11-23T12:00:00Z',
      seed: 7,
      profile: 'camelCase',
      secrets: { PIN: '0000' },
      phones: { ama: { number: '+233000000000' }, till: { channel: 'pos', operator: 'POS-ios' } },
      faults: { drop: { rate: 0.1, kinds: ['checkout'] }, slowNetwork: {} },
      steps: [
        { dial: '*713*45#', phone: 'ama', screen: 'Welcome\n1. Tea\n\n  0 Back # Home' },
        { reply: '0123', faults: ['duplicate', 'contradict.cancelledUnderSuccess'], contains: ['a', '#', '- b'] },
        { secret: 'PIN', ends: false },
        { choose: '1', ends: true, asks: 5.5 },
        { approve: {} },
        { approve: { amount: 4, fails: '2101', times: 2, takes: 30_000 }, status: 503 },
        { pays: { reference: '0017', cancels: true, method: 'mobile money' } },
        { dial: '', phone: 'till' },
        { redial: true },
        { hangUp: true },
        { timeout: true },
        { repeatLast: true },
        { refuse: true },
        { push: 'Favorite' },
        { texts: 'STOP' },
        { receives: '\n  Your order\nis ready\n' },
        { wait: 65_000 },
        { wait: 1 },
        { wait: 0 },
        { trigger: { kind: 'checkout', fields: { Data: { Amount: 5, Name: null, Phone: '0000' } } } },
        { gateway: 'none' },
      ],
      outcome: { payments: [{ asked: 5.5, paid: 4, handled: 'paid' }, { handled: 'nothing' }], ledger: 'clean' },
    }
    const yaml = writeDialogue(whole, ['Found by chance', 'seed 7'])
    expect(yaml).toMatch(/^# Found by chance\n# seed 7\n\n?dialogue:/)
    expect(readDialogue(yaml)).toEqual(whole)
    expect(writeDialogue(readDialogue(yaml), ['Found by chance', 'seed 7'])).toBe(yaml)
  })

  it('takes the short forms that a person writes', () => {
    const { steps, faults, phones } = readDialogue(
      [
        'dialogue: 2026',
        'phones: { ama: }',
        'faults: { drop: }',
        'steps:',
        '  - dial: 0800',
        '    contains: Tea',
        '    faults: drop',
        '  - reply: 0123',
        '  - reply: true',
        '    contains: [1, 1.50]',
        '  - approve:',
        '  - hangUp: true',
        '  - wait: 2m',
        '  - wait: 500',
        '  - wait: 1 h',
        '  - dial:',
      ].join('\n'),
    )
    expect({ steps, faults, phones }).toEqual({
      phones: { ama: {} },
      faults: { drop: {} },
      steps: [
        { dial: '0800', contains: ['Tea'], faults: ['drop'] },
        { reply: '0123' },
        { reply: 'true', contains: ['1', '1.50'] },
        { approve: {} },
        { hangUp: true },
        { wait: 120_000 },
        { wait: 500 },
        { wait: 3_600_000 },
        { dial: '' },
      ],
    })
  })
})

describe('what is no dialogue', () => {
  it.each([
    ['nothing', '', /^tea\.yaml is empty: begin with 'dialogue: ' and a title/],
    ['a comment', '# later\n', /^tea\.yaml is empty/],
    ['a text', 'Tea', /^tea\.yaml:1:1 the dialogue must have fields, and is "Tea"$/],
    ['a list', '- Tea', /^tea\.yaml:1:1 the dialogue must have fields, and is a list$/],
    ['no title', 'steps: [ dial: "1" ]', /^tea\.yaml:1:1 the dialogue lacks dialogue$/],
    ['no steps', 'dialogue: Tea', /^tea\.yaml:1:1 the dialogue lacks steps$/],
    ['an empty list of steps', 'dialogue: Tea\nsteps: []', /^tea\.yaml:2:8 steps is empty$/],
    ['steps that are no list', 'dialogue: Tea\nsteps: { dial: 1 }', /^tea\.yaml:2:8 steps must be a list, each line/],
    ['several documents', `${step('dial: x')}---\ndialogue: y`, /^tea\.yaml:4:1 a second document begins here/],
    ['a code without quotes', step('dial: *713#'), /^tea\.yaml:3:11 \*713# begins with a star.*'\*713#'$/],
    ['an anchor', step('dial: &ama x'), /^tea\.yaml:3:16 &ama is an anchor of YAML/],
    ['a bomb of anchors', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]', /^tea\.yaml:1:7 &a is an anchor/],
    ['a tag', step('dial: !!js/function "x"'), /^tea\.yaml:3:1\d .*tag/i],
    ['a tag of its own', step('dial: !code "x"'), /^tea\.yaml:3:1\d .*tag/i],
    ['broken YAML', step('dial: "*713#'), /^tea\.yaml:4:1 this isn't YAML: Missing closing "quote/],
    ['tabs', 'dialogue: Tea\nsteps:\n\t- dial: 1', /^tea\.yaml:3:1 this isn't YAML: Tabs are not allowed/],
    ['a name twice', 'dialogue: Tea\ndialogue: Rice', /^tea\.yaml:2:1 this isn't YAML: Map keys must be unique$/],
    ['a deep nesting', `a: ${'['.repeat(20_000)}`, /^tea\.yaml:1:\d+ this isn't YAML: it is nested too deeply$/],
    ['a huge file', 'x'.repeat(1_000_001), /^tea\.yaml has 1000001 characters: a dialogue has at most 1000000/],
    ['an unknown field', step('replay: 1'), /^tea\.yaml:3:5 step 1, replay is no field here: 'reply' may be meant$/],
    [
      'an unknown field at the top',
      `${step('dial: x')}outcom: {}`,
      /^tea\.yaml:4:1 outcom is no field here: 'outcome'/,
    ],
    ['a step that does nothing', step('screen: x'), /^tea\.yaml:3:5 step 1 does nothing: give one of dial, /],
    ['a step that does two things', step('dial: 1\n    reply: 2'), /^tea\.yaml:4:5 step 1, reply makes a second thing/],
    ['a step that is a text', step('dial'), /^tea\.yaml:3:5 step 1 must have fields, and is "dial"$/],
    ['an object for a text', step('dial: { x: 1 }'), /^tea\.yaml:3:11 step 1, dial must be a text, and is an object$/],
    ['a word for a number', step('approve: { amount: all }'), /step 1, approve\.amount must be a number of major/],
    ['a wrong flag', step('hangUp: no'), /step 1, hangUp must be left empty, or true, and is "no"$/],
    ['a wrong time', step('wait: long'), /step 1, wait must be a time such as 500, 65s or 10m, and is "long"$/],
    ['a wrong moment', `time: 12:00\n${step('dial: x')}`, /^tea\.yaml:1:7 time must be a time such as 2026-11-23T/],
    [
      'an unknown fault',
      step('dial: x\n    faults: dup'),
      /^tea\.yaml:4:13 step 1, faults\[0\] is "dup": 'drop' may|there are/,
    ],
    [
      'an unknown way',
      step('dial: x\n    faults: [contradict.x]'),
      /faults\[0\] is 'contradict\.x': contradict has the ways /,
    ],
    [
      'an unknown fault at the top',
      `faults: { dropp: }\n${step('dial: x')}`,
      /^tea\.yaml:1:\d+ faults\.dropp is "dropp": 'drop' may be meant/,
    ],
    [
      'an unknown code',
      step('dial: x\n  - approve: { fails: "7777" }'),
      /step 2, approve\.fails is "7777": there are .*2001/,
    ],
    ['an unknown fault', step('dial: x\n    faults: [explode]'), /is "explode": there are \d+, such as duplicate/],
    ['an unknown profile', `profile: slow\n${step('dial: x')}`, /^tea\.yaml:1:10 profile is "slow": there are plain/],
    ['an unknown code', step('gateway: XYZ'), /step 1, gateway is "XYZ": /],
    ['an unknown kind', step('trigger: { kind: chekout }'), /trigger\.kind is "chekout": 'checkout' may be meant$/],
    [
      'a phone that is not there',
      step('dial: x\n    phone: kofi'),
      /^tea\.yaml:4:12 step 1, phone is 'kofi', which phones/,
    ],
    ['a secret that is not there', step('secret: PIN'), /^tea\.yaml:3:13 step 1, secret is 'PIN', which secrets/],
    [
      'a phone of no number',
      `phones: { ama: { number: 024 } }\n${step('dial: x')}`,
      /phones\.ama\.number must be a number such as \+233/,
    ],
  ])('%s', (_what, yaml, sentence) => {
    expect(problemOf(yaml)).toMatch(sentence)
  })

  it('is told of with the first five problems, each on a line', () => {
    const problems = problemOf(`dialogue: Tea\nsteps:\n${'  - dail: 1\n'.repeat(7)}`).split('\n')
    expect(problems).toHaveLength(6)
    expect(problems[4]).toMatch(/^tea\.yaml:7:5 step 5, dail is no field here/)
    expect(problems[5]).toBe('and 2 more')
  })
})
