import { computed } from '@preact/signals'
import { profileNames, profiles } from '../../src/simulator/wire/profiles.ts'
import { simulator } from '../state/simulator.ts'

export { profileNames }

/** The name of the profile by which the service sends; empty where it is none of those that have one. */
export const profileName = computed(() => {
  const profile = simulator.value?.profile
  if (profile === undefined) return 'plain'
  const text = JSON.stringify(profile)
  return profileNames.find((name) => JSON.stringify(profiles[name]) === text) ?? ''
})

/** What is otherwise than usual beside faults. */
export const unusual = computed(() => [
  ...(profileName.value === 'plain'
    ? []
    : [{ what: 'profile', name: profileName.value, usual: { name: 'plain' } } as const]),
  ...(simulator.value?.gatewayError
    ? [{ what: 'gateway', name: simulator.value.gatewayError, usual: { error: null } } as const]
    : []),
])
