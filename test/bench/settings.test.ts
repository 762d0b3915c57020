import { describe, expect, it } from 'vitest'
import { durableParts } from '../../bench/durable/settings.ts'
import { readSettings, usage } from '../../bench/settings.ts'

describe('The parts of the benchmark', () => {
  it('all run when nothing is said', () => {
    expect(partsOf([])).toEqual(durableParts)
  })

  it('are those with a target in the short form', () => {
    expect(partsOf(['--short'])).toEqual(durableParts.filter((part) => part !== 'durable-queues'))
  })

  it('run in the short form, too, where they are named', () => {
    expect(partsOf(['--short', '--only', 'durable-queues'])).toEqual(['durable-queues'])
  })

  it('run alone where one is named', () => {
    expect(partsOf(['--only', 'durable-queues'])).toEqual(['durable-queues'])
    expect(readSettings(['--only', 'durable-queues'])?.workloads).toEqual([])
  })

  it.each(durableParts)('are named by --help: %s', (part) => {
    expect(usage).toMatch(new RegExp(`\\b${part}\\b`))
  })

  it('are refused under another name', () => {
    expect(() => readSettings(['--only', 'durable-rabbits'])).toThrow('there is no such part')
  })
})

describe('The turns of both menu libraries', () => {
  it.each(['ussd-one-turn', 'ussd-three-turns'])('are measured in %s, only one of them against a target', (name) => {
    const [long] = readSettings(['--only', name])?.workloads ?? []
    expect(long?.peers).toEqual(expect.arrayContaining(['express', 'expressBuilder']))
    const short = readSettings(['--short'])?.workloads.find((workload) => workload.name === name)
    expect(short?.peers).toContain('express')
    expect(short?.peers).not.toContain('expressBuilder')
  })
})

function partsOf(args: readonly string[]): readonly string[] | undefined {
  return readSettings(args)?.durable.parts
}
