export { staffIdOf, staffStream, type StaffData, type StaffFact, type StaffMember } from './staff-member.js';
export { rosterStream, ROSTER, type Roster, type RosterFact } from './roster.js';
export { staffStreams } from './staff-streams.js';
export { nameOf, rolesOf } from './staff-to-wire.js';
export { FirstAppointment } from './first-appointment.js';
export { staffHandlers } from './staff-handlers.js';
export { StaffRow, StaffRows, staffView } from './staff.view.js';
