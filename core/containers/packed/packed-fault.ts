/** Why a packed file cannot be unpacked, as a clause that says what to do. */
export class PackedFault extends Error {
  override readonly name = 'PackedFault';
}
