export { staffIdOf, staffStream, type StaffData, type StaffFact, type StaffMember } from './staff-member.js';
export { rosterStream, ROSTER, type Roster, type RosterFact } from './roster.js';
export { staffStreams } from './staff-streams.js';
export { addStaff, type AddStaff } from './add-staff.js';
export { appointFirst, type AppointFirst } from './appoint-first.js';
export { changeStaff, type ChangeStaff } from './change-staff.js';
export { removeStaff, type RemoveStaff } from './remove-staff.js';
export { nameOf, rolesOf, staffToWire } from './staff-to-wire.js';
export { StaffRow, StaffRows, staffView } from './staff.view.js';
