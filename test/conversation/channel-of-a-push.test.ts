import { describe, expect, it } from 'vitest'
import { channelOf } from '../../src/conversation/channel.ts'

const push = { kind: 'programmable', type: 'initiation', operator: '', message: '', serviceCode: '' } as const

describe('the channel of a push', () => {
  it('of USSD is USSD, whatever its operator says', () => {
    expect(channelOf({ ...push, kind: 'ussd', operator: 'webstore' })).toBe('ussd')
  })

  it.each([
    ['webstore', 'webstore'],
    [' WebStore ', 'webstore'],
    ['webstore-2', 'webstore'],
    ['POS-Android', 'pos'],
    ['POS-ios', 'pos'],
    ['pos', 'pos'],
    ['', 'app'],
    ['network', 'app'],
  ])('with the operator %j is %s', (operator, channel) => {
    expect(channelOf({ ...push, operator })).toBe(channel)
  })

  it.each(['*713#', '*713*1*3#', ' *713# ', '*713'])('is USSD where %j was dialled', (message) => {
    expect(channelOf({ ...push, operator: 'network', message })).toBe('ussd')
  })

  it('is none of USSD because something like a code was answered', () => {
    expect(channelOf({ ...push, type: 'response', operator: 'network', message: '*12*3#' })).toBe('app')
  })

  it.each(['713', '*713#', '*713*2#', ' 713# '])('is USSD where its service code is %j', (serviceCode) => {
    expect(channelOf({ ...push, operator: 'network', message: '1', serviceCode })).toBe('ussd')
  })

  it.each(['7', '1234567', '0a1b2c', 'service-713', '713-a'])('is none of USSD by the identifier %j', (serviceCode) => {
    expect(channelOf({ ...push, operator: 'network', message: '1', serviceCode })).toBe('app')
  })
})
