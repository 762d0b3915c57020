import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { metricTable } from '../../src/operations/metrics/instruments.ts'
import { checkConfig, promtool } from '../operations/alerts/promtool.ts'
import { blockUnder, codeIn, rowsOf } from './documents.ts'

const guide = 'docs/guides/metrics.md'

describe('the guide on metrics', () => {
  it('lists every metric with its type and its labels, and no other', () => {
    const shown = rowsOf(guide, 'Every metric').map(([name = '', type = '', labels = '']) => [
      codeIn(name)[0],
      { type, labels: codeIn(labels) },
    ])
    const there = Object.entries(metricTable).map(([name, { type, labels }]) => [name, { type, labels }])
    expect(shown).toEqual(there)
  })

  it.skipIf(promtool === undefined)(
    'has a Collector scrape as Prometheus does (needs promtool: Debian’s prometheus)',
    () => {
      const { receivers, exporters, service } = parse(blockUnder(guide, 'With OpenTelemetry', 'yaml').code)
      expect(checkConfig(receivers.prometheus.config)).toContain('SUCCESS')
      expect(service.pipelines.metrics).toEqual({
        receivers: Object.keys(receivers),
        exporters: Object.keys(exporters),
      })
    },
  )
})
