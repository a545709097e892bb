use super::*;

#[test]
fn default_oak_grows() {
    let plant = grow(&GrowParameters::default());
    assert_eq!(plant.table.validate(), Ok(()));
    assert_eq!(plant.lods.len(), 3);
}
