import { ussdErrorCodes } from '../../src/catalogue/ussd-error-codes.ts'
import { simulator } from '../state/simulator.ts'
import { texts } from '../texts.ts'
import { change } from './change.ts'
import { profileName, profileNames } from './profile-name.ts'

/** How the service sends, what subscribers see in place of the app, and what chance begins with. */
export function Sender() {
  const gatewayError = simulator.value?.gatewayError ?? ''
  const current = profileName.value
  const seed = simulator.value?.seed
  return (
    <div class="grid gap-x-4 gap-y-2 p-4 border-b border-base-300 sm:grid-cols-3">
      <label class="flex flex-col gap-1">
        <span class="text-quiet">{texts.sender.profile}</span>
        <select
          class="select select-sm w-full"
          value={current}
          onChange={({ currentTarget }) => change('profile', { name: currentTarget.value })}
        >
          {current === '' && <option value="">{texts.sender.own}</option>}
          {profileNames.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="flex flex-col gap-1">
        <span class="text-quiet">{texts.sender.gateway}</span>
        <select
          class="select select-sm w-full"
          value={gatewayError}
          onChange={({ currentTarget }) => change('gateway', { error: currentTarget.value || null })}
        >
          <option value="">{texts.sender.yourApp}</option>
          {ussdErrorCodes.map(({ code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      </label>
      <form
        class="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!(event.currentTarget instanceof HTMLFormElement)) return
          change('seed', { seed: Number(new FormData(event.currentTarget).get('seed')) })
        }}
      >
        <label class="flex-1 flex flex-col gap-1">
          <span class="text-quiet">{texts.sender.seed}</span>
          <input
            name="seed"
            type="number"
            min="0"
            step="1"
            class="input input-sm w-full"
            defaultValue={seed}
            key={seed}
          />
        </label>
        <button type="submit" class="btn btn-sm">
          {texts.sender.begin}
        </button>
      </form>
    </div>
  )
}
