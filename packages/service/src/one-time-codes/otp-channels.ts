import { invalid, unavailable } from '../domain/problem.ts';
import type { Senders } from '../messages/message.ts';
import { addressOn, type Signer } from '../domain/session.ts';
import { OTP_CHANNELS, type OtpChannel } from '../domain/step.ts';
import type { Destination } from './code-store.ts';

/** The channels on which this service can reach the signer. */
function reachableChannels(signer: Signer, senders: Senders): OtpChannel[] {
  return OTP_CHANNELS.filter(
    channel => addressOn(channel, signer) !== undefined && senders[channel] !== undefined,
  );
}

/** The default channel: the integrator's choice, otherwise e-mail if possible. */
function defaultChannel(signer: Signer, senders: Senders): OtpChannel | undefined {
  const reachable = reachableChannels(signer, senders);
  return reachable.find(channel => channel === signer.otpChannel) ?? reachable[0];
}

/** The channels that the signer may choose from; only the default one if they may not choose. */
export function offeredChannels(signer: Signer, senders: Senders): OtpChannel[] {
  if (signer.otpChannelSelectable === true) return reachableChannels(signer, senders);
  const usual = defaultChannel(signer, senders);
  return usual === undefined ? [] : [usual];
}

/** The signer's address on a channel, whether or not this service can currently send there. */
export function destinationBy(channel: OtpChannel, signer: Signer): Destination {
  const address = addressOn(channel, signer);
  if (address === undefined) throw new Error('A code was meant for a signer who has no such address.');
  return { channel, address };
}

/**
 * The destination of the next code.
 * @param chosen the signer's choice, if any; `last` is the channel that they chose before
 * @throws Problem `validation-error` for a channel that is not offered; `service-unavailable` when none is, for
 *   example because the service was restarted without that sender
 */
export function nextDestination(
  signer: Signer,
  senders: Senders,
  { chosen, last }: { chosen?: OtpChannel | undefined; last?: OtpChannel | undefined },
): Destination {
  const offered = offeredChannels(signer, senders);
  const [first] = offered;
  if (first === undefined) {
    throw unavailable('No code can be sent to this signer at the moment.', 60);
  }
  if (chosen !== undefined && !offered.includes(chosen)) {
    throw invalid('/otpChannel', 'This channel is not available in this session.');
  }
  const wanted = chosen ?? last ?? defaultChannel(signer, senders);
  return destinationBy(offered.find(other => other === wanted) ?? first, signer);
}
