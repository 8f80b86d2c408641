export type ScanTone = 'yes' | 'no'

export type ScanSound = ReturnType<typeof createScanSound>

interface Beep {
  readonly hertz: number
  readonly startS: number
  readonly lengthS: number
  readonly shape: OscillatorType
}

/**
 * A success tone rises, a failure tone is low and double. Both are distinguishable with impaired
 * hearing.
 */
const beeps: Readonly<Record<ScanTone, readonly Beep[]>> = {
  yes: [
    { hertz: 1320, startS: 0, lengthS: 0.05, shape: 'sine' },
    { hertz: 1760, startS: 0.05, lengthS: 0.07, shape: 'sine' },
  ],
  no: [
    { hertz: 220, startS: 0, lengthS: 0.14, shape: 'square' },
    { hertz: 196, startS: 0.18, lengthS: 0.22, shape: 'square' },
  ],
}

/**
 * Tones for scan results. The audio context is created at the first tone, because browsers require
 * a user gesture. Silent if there is no audio.
 */
export function createScanSound(createContext = newContext) {
  let volume = 0
  let context: AudioContext | undefined
  return {
    play(tone: ScanTone): void {
      context ??= createContext()
      if (!context || volume === 0) return
      if (context.state === 'suspended') void context.resume()
      for (const beep of beeps[tone]) playBeep(context, beep, volume)
    },
    /** From 0 (silent) to 1. */
    setVolume(next: number): void {
      volume = Math.min(Math.max(next, 0), 1)
    },
  }
}

function newContext(): AudioContext | undefined {
  return typeof AudioContext === 'function' ? new AudioContext() : undefined
}

function playBeep(context: AudioContext, beep: Beep, volume: number): void {
  const start = context.currentTime + beep.startS
  const end = start + beep.lengthS
  const gain = context.createGain()
  // A short ramp at both ends avoids clicks.
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.005)
  gain.gain.setValueAtTime(volume, end - 0.01)
  gain.gain.linearRampToValueAtTime(0, end)
  gain.connect(context.destination)
  const oscillator = context.createOscillator()
  oscillator.type = beep.shape
  oscillator.frequency.value = beep.hertz
  oscillator.connect(gain)
  oscillator.start(start)
  oscillator.stop(end)
}
