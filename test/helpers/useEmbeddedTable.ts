/** Set-up of a suite whose tests get the embedded table. */
process.env.TEST_TABLE_KIND = "embedded";
